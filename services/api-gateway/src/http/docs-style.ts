/** The look of the reference: no script, no font from afar, light or dark as the reader's system is. */
export const STYLE = `:root{color-scheme:light dark;--page:#fff;--card:#f7f9fb;--ink:#14202b;--dim:#51606e;--line:#d5dde4;--link:#0b5cad;--code:#eef2f6;--get:#0a6847;--post:#1b4fa8;--patch:#7d4e00;--delete:#a01828;--on:#fff}
@media(prefers-color-scheme:dark){:root{--page:#0f161d;--card:#161f28;--ink:#e4ebf1;--dim:#a3b1bd;--line:#2c3945;--link:#7cb8ff;--code:#1e2934;--get:#62d6ae;--post:#8fb8ff;--patch:#f0bd5a;--delete:#ff929b;--on:#0f161d}}
*{box-sizing:border-box}html{scroll-padding-top:1rem}body{background:var(--page);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",sans-serif;margin:0}
a{color:var(--link)}a:focus-visible,summary:focus-visible,.wide:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.skip{background:var(--link);color:var(--on);left:-99rem;padding:.5rem 1rem;position:absolute}.skip:focus{left:0;top:0;z-index:2}
.layout{display:grid;grid-template-columns:17rem minmax(0,1fr);margin:0 auto;max-width:78rem}
aside{border-right:1px solid var(--line);font-size:.9rem;height:100vh;overflow-y:auto;padding:1.5rem 1rem 2rem 1.5rem;position:sticky;top:0}
aside strong{display:block;font-size:1.1rem;letter-spacing:-.01em;margin-bottom:1rem}aside ul{list-style:none;margin:0;padding:0}aside li li{padding-left:.75rem}
aside summary{cursor:pointer;font-weight:600;padding:.25rem 0}aside a{display:block;overflow-wrap:anywhere;padding:.15rem 0;text-decoration:none}aside a:hover{text-decoration:underline}
main{padding:2rem 2.5rem 4rem}h1{font-size:2rem;letter-spacing:-.02em;line-height:1.2;margin:0 0 .75rem}h2{border-bottom:1px solid var(--line);font-size:1.4rem;margin:3rem 0 1rem;padding-bottom:.4rem}
h3{align-items:baseline;display:flex;flex-wrap:wrap;font-size:1rem;font-weight:600;gap:.6rem;margin:0}.lead{color:var(--dim);max-width:46rem}
code,pre{font-family:ui-monospace,"SF Mono",Menlo,Consolas,monospace;font-size:.875em}code{overflow-wrap:anywhere}p code,td code,.facts code{background:var(--code);border-radius:.25rem;padding:.1em .3em}
pre{background:var(--code);border-radius:.4rem;margin:.75rem 0 0;overflow-x:auto;padding:.75rem 1rem}
.operation{background:var(--card);border:1px solid var(--line);border-radius:.6rem;margin:1rem 0;padding:1rem 1.25rem}.operation:target{border-color:var(--link)}.operation p{margin:.5rem 0}
.facts{color:var(--dim);display:flex;flex-wrap:wrap;font-size:.875rem;gap:.25rem 1.25rem;list-style:none;margin:.5rem 0;padding:0}
.method{border-radius:.3rem;color:var(--on);font:700 .75rem/1 ui-monospace,Menlo,Consolas,monospace;min-width:4rem;padding:.35rem .5rem;text-align:center}
.get{background:var(--get)}.post{background:var(--post)}.patch{background:var(--patch)}.delete{background:var(--delete)}
.operation details{border-top:1px solid var(--line);margin-top:.6rem;padding-top:.5rem}.operation summary{color:var(--link);cursor:pointer;font-size:.9rem;font-weight:600}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.875rem;margin-top:.5rem;width:100%}th,td{border-top:1px solid var(--line);padding:.4rem .75rem .4rem 0;text-align:left;vertical-align:top}td:first-child{min-width:13rem}thead th{border-top:0;color:var(--dim);font-weight:600}
.plain{margin:0 auto;max-width:64rem}
@media(max-width:52rem){.layout{display:block}aside{border-bottom:1px solid var(--line);border-right:0;height:auto;max-height:none;padding:1rem 1.25rem;position:static}main{padding:1.25rem}h1{font-size:1.6rem}.operation{padding:.9rem 1rem}.operation thead{display:none}.operation tr{border-top:1px solid var(--line);display:block;padding:.4rem 0}.operation td{border:0;display:block;padding:.1rem 0}}
`;

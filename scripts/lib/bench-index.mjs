// docs/bench/README.md: what was promised beside what was measured. A bench marks the line that proves a figure with its
// id, `[D-72]`; the page collects those lines from docs/bench/latest.md, so that no figure is written down twice.

const GOALS = {
  'D-70': '`npm start` from a built tree is ready in ≤ 5 s; the whole stack holds ≤ 600 MiB idle.',
  'D-71': 'POST of a tracking request → signed webhook received: p50 ≤ 60 ms, p99 ≤ 250 ms at 20 requests/s.',
  'D-72': 'Warm GET /containers/{id} ≥ 60 % of a bare Express 5 handler with the same bytes; 304 ≥ 80 %; cold ≥ 300/s.',
  'D-73': 'Deliveries ≥ 1,000/s with a written attempt log; publish → receipt p95 ≤ 50 ms at 200/s.',
  'D-74': 'Snapshots (40 events, 5 containers) ≥ 150/s; unchanged ones ≥ 1,000/s.',
  'D-75': 'Page 1 and page[after] at 1,000,000 containers within 2× of 10,000.',
};

/** Chapters of latest.md by package, in order. */
export const chaptersOf = (markdown) =>
  Object.fromEntries(
    markdown
      .split(/^## /m)
      .slice(1)
      .map((chapter) => [chapter.slice(0, chapter.indexOf('\n')).trim(), chapter.slice(chapter.indexOf('\n')).trim()]),
  );

/** A row of a table says what the head of its table calls it. */
const withHead = (lines, at) => {
  if (!lines[at].startsWith('|')) return lines[at].trim();
  let head = at;
  while (head > 0 && lines[head - 1].startsWith('|')) head -= 1;
  const cells = (line) => line.split('|').slice(1, -1).map((cell) => cell.trim());
  const names = cells(lines[head]);
  const [what, ...figures] = cells(lines[at]);
  const said = figures.map((figure, index) => [names[index + 1], figure]).filter(([, figure]) => figure !== '');
  return `${what} → ${said.map(([name, figure]) => (name === 'figure' ? figure : `${name} ${figure}`)).join(', ')}`;
};

/** Every line that a bench marked with this id: [package, sentence]. */
export const linesOf = (id, chapters) =>
  Object.entries(chapters).flatMap(([name, text]) => {
    const lines = text.split('\n');
    return lines.flatMap((line, at) => (line.includes(`[${id}]`) ? [[name, withHead(lines, at).replaceAll(` [${id}]`, '')]] : []));
  });

const goalOf = (id, chapters) => {
  const found = linesOf(id, chapters);
  const figures = found.length > 0 ? found.map(([name, line]) => `- ${line} (\`${name}\`)`) : ['- not measured in this run'];
  return [`## ${id}`, GOALS[id], figures.join('\n')].join('\n\n');
};

export const benchIndex = (day, machine, chapters) =>
  `${[
    `# Figures, ${day}`,
    'Printed by `npm run bench` from [latest.md](latest.md); do not edit. Ratios within one run say more than rates: on a shared machine rates of two runs differ two- or threefold, ratios do not. No test asserts a time; these pages are where figures are held.',
    `**Environment.** ${machine}. Store and bus as \`npm start\` brings them (the embedded store, nats-server from Debian), all on the same machine as what is measured and what measures.`,
    '**Repeat.** `npm run bench` for everything (about half an hour, alone on the machine), `npm run bench shipment api-gateway` for some packages; the others keep what they said last. `BENCH_ROWS=1000000` asks for D-75 at a million rows.',
    ...Object.keys(GOALS).map((id) => goalOf(id, chapters)),
  ].join('\n\n')}\n`;

// `npm run docs` of the deployment: manifests, dashboards and rules, printed from infra/services.mjs and the tables beside
// it. With kubectl at hand the overlays are rendered too, so that a review sees what a change does to a cluster.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { manifests } from './k8s/manifests.mjs';
import { groups } from './observability/alerts.mjs';
import { dashboards } from './observability/dashboards.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const HEADER = '# Printed by `node infra/print.mjs`; do not edit.\n';

/** Folders that hold nothing but printed files. */
const PRINTED = ['k8s/base', 'k8s/migrate', 'k8s/components', 'k8s/rendered', 'observability/dashboards'];
export const OVERLAYS = ['dev', 'dev-stores', 'prod', 'prod-full', 'prod-migrate'];

// Without anchors: the same object said twice is printed twice, as kubectl would.
const yaml = (documents) => HEADER + documents.map((each) => stringify(each, { lineWidth: 0, aliasDuplicateObjects: false })).join('---\n');

/** Every printed file by its path below infra/. */
export const printed = () =>
  Object.fromEntries([
    ...Object.entries(manifests(groups)).map(([path, documents]) => [`k8s/${path}`, yaml(documents)]),
    ['observability/alerts.yml', yaml([{ groups }])],
    ...dashboards.map((dashboard) => [`observability/dashboards/${dashboard.uid}.json`, `${JSON.stringify(dashboard, null, 2)}\n`]),
  ]);

/** What a cluster would be given for an overlay; undefined where kubectl is not installed. */
export const rendered = (overlay) => {
  const { status, stdout, stderr, error } = spawnSync('kubectl', ['kustomize', join(HERE, 'k8s/overlays', overlay)], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (error?.code === 'ENOENT') return undefined;
  if (status !== 0) throw new Error(`${overlay}: ${stderr}`);
  return HEADER + stdout;
};

const put = (path, text) => {
  mkdirSync(dirname(join(HERE, path)), { recursive: true });
  writeFileSync(join(HERE, path), text);
};

const filesBelow = (folder) => readdirSync(join(HERE, folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => relative(HERE, join(entry.parentPath, entry.name)));

/** Printed files that the tables do not print any more, or print differently. */
export const stale = () => {
  const wanted = printed();
  const changed = Object.entries(wanted).filter(([path, text]) => readFileSync(join(HERE, path), 'utf8') !== text).map(([path]) => path);
  const extra = PRINTED.filter((folder) => folder !== 'k8s/rendered').flatMap(filesBelow).filter((path) => !(path in wanted));
  return [...changed, ...extra];
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const folder of PRINTED.filter((each) => each !== 'k8s/rendered')) rmSync(join(HERE, folder), { recursive: true, force: true });
  for (const [path, text] of Object.entries(printed())) put(path, text);
  for (const overlay of OVERLAYS) {
    const text = rendered(overlay);
    if (text === undefined) process.stderr.write(`kubectl is not here: infra/k8s/rendered/${overlay}.yaml stays as it is.\n`);
    else put(`k8s/rendered/${overlay}.yaml`, text);
  }
}

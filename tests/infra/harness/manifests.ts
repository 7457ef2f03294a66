import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT, text } from './paths.js';

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  spec?: Record<string, unknown>;
  data?: Record<string, string>;
}

export const manifestsIn = (path: string): Manifest[] => parseAllDocuments(text(path)).map((document) => document.toJS() as Manifest);

/** What clusters are given, whole, by overlay. */
export const renderedOverlays = (): Record<string, Manifest[]> =>
  Object.fromEntries(readdirSync(join(ROOT, 'infra/k8s/rendered')).map((file) => [file.replace('.yaml', ''), manifestsIn(`infra/k8s/rendered/${file}`)]));

type Validated = new (data: object) => { validate(): void };

/** The npm package that holds the schemas of an API group, with the folder of its version. */
const moduleOf = (apiVersion: string): string => {
  const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  const known: Record<string, string> = {
    '': `kubernetes-models/${version}`,
    'keda.sh': `@kubernetes-models/keda/${apiVersion}`,
    'cert-manager.io': `@kubernetes-models/cert-manager/${apiVersion}`,
    'monitoring.coreos.com': `@kubernetes-models/prometheus-operator/${apiVersion}`,
  };
  return known[group] ?? `kubernetes-models/${group}/${version}`;
};

/** Faults by the schema of its kind: what is missing, of the wrong type, or not among the allowed values. */
export const schemaFaults = async (manifest: Manifest): Promise<string[]> => {
  const kinds = (await import(moduleOf(manifest.apiVersion))) as Record<string, Validated>;
  const Kind = kinds[manifest.kind];
  if (!Kind) return [`${manifest.apiVersion} has no ${manifest.kind}`];
  try {
    new Kind(structuredClone(manifest)).validate();
    return [];
  } catch (error) {
    return [String(error)];
  }
};

/** A source in which every manifest is a typed literal: the compiler refuses what no schema knows, however deep. */
export const typedSource = (manifests: readonly Manifest[]): string => {
  const typed = manifests.map(({ apiVersion, kind }) => ({ from: moduleOf(apiVersion), type: `I${kind}` }));
  const imports = [...new Set(typed.map(({ from, type }) => `${from} ${type}`))];
  const alias = (key: string) => `T${imports.indexOf(key)}`;
  return [
    ...imports.map((key) => {
      const [from, type] = key.split(' ');
      return `import type { ${type} as ${alias(key)} } from '${from}';`;
    }),
    ...manifests.map((manifest, at) => {
      const { from, type } = typed[at] ?? { from: '', type: '' };
      return `export const m${at}: ${alias(`${from} ${type}`)} = ${JSON.stringify(manifest)};`;
    }),
    '',
  ].join('\n');
};

// Written in the oldest syntax an ES module can have: it must still parse where everything else does not.
import { readFileSync } from 'node:fs';

/** The lowest Node that package.json allows, as numbers: ">=20.19" is [20, 19]. */
export function wantedNode() {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return manifest.engines.node.replace('>=', '').split('.').map(Number);
}

export function isEnough(version, wanted) {
  const found = version.replace(/^v/, '').split('.').map(Number);
  return found[0] > wanted[0] || (found[0] === wanted[0] && found[1] >= wanted[1]);
}

/** Ends the process with a plain sentence when this Node is too old for what follows. */
export function requireNode() {
  const wanted = wantedNode();
  if (isEnough(process.version, wanted)) return;
  console.error(
    'Landfall needs Node ' + wanted.join('.') + ' or newer; this is ' + process.version + ' (' + process.execPath + ').\n' +
    'Install a current one (https://nodejs.org, or `nvm install 24`) and run the same command again.',
  );
  process.exit(1);
}

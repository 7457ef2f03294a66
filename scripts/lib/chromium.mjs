import { isDebian } from './debian-package.mjs';
import { isExecutable, onPath } from './paths.mjs';
import { must, step, StepFailed } from './steps.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const MACOS = ['/Applications/Chromium.app/Contents/MacOS/Chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

const HOW_TO_GET_IT = `The browser tests need Chromium, which was not found. Either
  · install it:   Debian, Ubuntu  apt-get install chromium     Fedora  dnf install chromium
                  macOS           brew install --cask chromium
  · or name one:  LANDFALL_CHROMIUM=/path/to/chromium
and run the same command again.`;

/** The path of a Chromium that runs here. A browser is a hundred packages, so only root may have it installed for the asking. */
export async function findChromium(env = process.env) {
  const known = knownChromium(env);
  if (known) return known;
  if (!isDebian(env) || process.getuid?.() !== 0) throw new StepFailed(HOW_TO_GET_IT);

  const options = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } };
  await step('installing Chromium from Debian', async () => {
    await must('apt-get', ['update', '-qq'], options);
    await must('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options);
  });
  const installed = knownChromium(env);
  if (!installed) throw new StepFailed(HOW_TO_GET_IT);
  return installed;
}

/** The same without installing: undefined when there is none. */
export function knownChromium(env = process.env) {
  const named = env.LANDFALL_CHROMIUM;
  if (named && !isExecutable(named)) throw new StepFailed(`LANDFALL_CHROMIUM names ${named}, which is not a program.`);
  return named || NAMES.map((name) => onPath(name, env)).find(Boolean) || MACOS.find(isExecutable);
}

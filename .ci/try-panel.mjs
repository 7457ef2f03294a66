// Runs the call that the ready panel shows, word for word, and looks at what it answers.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [demoFile, outputFile] = process.argv.slice(2);
const demo = JSON.parse(readFileSync(demoFile, 'utf8'));
const panel = readFileSync(outputFile, 'utf8').split('Landfall is ready').at(-1);
const call = /^ *(curl (?:.*\\\n)*.*)$/m.exec(panel)?.[1];

if (!call) {
  // Until the API has a gateway, the panel shows no call, and then it must show no key to call with either.
  if (demo.api_key) fail('there is a key, but no call to try');
  process.stdout.write('the panel shows no call yet: no service with a public door has landed\n');
  process.exit(0);
}
if (!call.includes(demo.api_key)) fail('the call and demo.json have different keys');

const answer = execFileSync('bash', ['-c', `${call} --silent --show-error --write-out '\\n%{http_code}'`], { encoding: 'utf8' });
const lines = answer.trim().split('\n');
const status = lines.pop();
const body = JSON.parse(lines.join('\n'));
if (status !== '201' || body.data?.type !== 'tracking_request') fail(`the call answered ${status}: ${lines.join('\n')}`);
process.stdout.write(`the panel's call made tracking request ${body.data.id}\n`);

function fail(why) {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}

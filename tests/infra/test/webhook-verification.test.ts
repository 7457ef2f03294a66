import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ROOT, text } from '../harness/paths.js';

interface Case {
  says: string;
  secret: string;
  publicKey: string;
  headers: Record<string, string>;
  body: string;
  genuine: boolean;
}

interface Signing {
  makeSecret(): string;
  makePair(): { privateKey: string; publicKey: string };
  signer(privateKey: string): unknown;
  signatureHeaders(signed: { id: string; now: Date; body: string; secrets: string[]; signers: unknown[]; plainHeader: string }): Record<string, string>;
}

const page = text('docs/users/webhooks.md');
const snippet = (language: string, place = 0): string => {
  const found = [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))][place]?.[1];
  if (!found) throw new Error(`The page has no ${language}.`);
  return found;
};

/** What the page shows, with a line around it that reads the cases and says what it thinks of each. */
const PROGRAMS: Record<string, { file: string; program: string; run: (file: string) => [string, string[]]; needs: string }> = {
  js: {
    file: 'verify.mjs',
    needs: 'node',
    program: `${snippet('js')}\nimport { readFileSync } from 'node:fs';\nconsole.log(JSON.stringify(JSON.parse(readFileSync(0, 'utf8')).map(({ secret, headers, body }) => isGenuine(secret, headers, body))));\n`,
    run: (file) => ['node', [file]],
  },
  python: {
    file: 'verify.py',
    needs: 'python3',
    program: `${snippet('python')}\nimport json, sys\nprint(json.dumps([is_genuine(c["secret"], c["headers"], c["body"].encode()) for c in json.load(sys.stdin)]))\n`,
    run: (file) => ['python3', [file]],
  },
  go: {
    file: 'verify.go',
    needs: 'go',
    program: `${snippet('go').replace('import (', 'import (\n\t"encoding/json"\n\t"fmt"\n\t"os"')}
type trial struct { Secret string; Headers map[string]string; Body string }
func main() {
	var trials []trial
	if err := json.NewDecoder(os.Stdin).Decode(&trials); err != nil { panic(err) }
	var answers []bool
	for _, one := range trials {
		headers := http.Header{}
		for name, value := range one.Headers { headers.Set(name, value) }
		answers = append(answers, isGenuine(one.Secret, headers, []byte(one.Body), time.Now()))
	}
	out, _ := json.Marshal(answers)
	fmt.Println(string(out))
}
`,
    run: (file) => ['go', ['run', file]],
  },
  php: {
    file: 'verify.php',
    needs: 'php',
    program: `${snippet('php')}\necho json_encode(array_map(fn ($c) => isGenuine($c['secret'], $c['headers'], $c['body']), json_decode(file_get_contents('php://stdin'), true)));\n`,
    run: (file) => ['php', [file]],
  },
};

/** The same question, answered with the public key alone. */
const BY_PUBLIC_KEY = `${snippet('js', 1)}\nimport { readFileSync } from 'node:fs';\nconsole.log(JSON.stringify(JSON.parse(readFileSync(0, 'utf8')).map(({ publicKey, headers, body }) => isGenuineByPublicKey(publicKey, headers, body))));\n`;

const isHere = (program: string) => !spawnSync(program, [program === 'go' ? 'version' : '--version']).error;

describe('the page on webhooks', function () {
  this.timeout(120_000);
  let cases: Case[];
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'landfall-verify-'));
    const { makeSecret, makePair, signer, signatureHeaders } = (await import(join(ROOT, 'services/webhook-dispatch/dist/outside/signature.js'))) as Signing;
    const [secret, old] = [makeSecret(), makeSecret()];
    const [pair, oldPair] = [makePair(), makePair()];
    const { publicKey } = pair;
    const body = '{"data":{"type":"webhook_notification","attributes":{"event":"container.transport.vessel_arrived","place":"Málaga, Ñ 港"}}}';
    const headers = signatureHeaders({ id: 'ntf_1', now: new Date(), body, secrets: [secret], signers: [signer(pair.privateKey)], plainHeader: 'X-Webhook-Signature' });
    const rotated = signatureHeaders({ id: 'ntf_1', now: new Date(), body, secrets: [makeSecret(), old], signers: [signer(makePair().privateKey), signer(oldPair.privateKey)], plainHeader: 'X-Webhook-Signature' });
    const stale = signatureHeaders({ id: 'ntf_1', now: new Date(Date.now() - 3_600_000), body, secrets: [secret], signers: [signer(pair.privateKey)], plainHeader: 'X-Webhook-Signature' });
    const plain = Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'webhook-id'));
    cases = [
      { says: 'what was sent', secret, publicKey, headers, body, genuine: true },
      { says: 'the old secret, a day long', secret: old, publicKey: oldPair.publicKey, headers: rotated, body, genuine: true },
      { says: 'another body', secret, publicKey, headers, body: `${body} `, genuine: false },
      { says: 'another id', secret, publicKey, headers: { ...headers, 'webhook-id': 'ntf_2' }, body, genuine: false },
      { says: 'another time', secret, publicKey, headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }, body, genuine: false },
      { says: 'an hour old', secret, publicKey, headers: stale, body, genuine: false },
      { says: 'no signature', secret, publicKey, headers: { ...headers, 'webhook-signature': '' }, body, genuine: false },
      { says: 'no id', secret, publicKey, headers: plain, body, genuine: false },
      { says: 'a foreign secret', secret: makeSecret(), publicKey: makePair().publicKey, headers, body, genuine: false },
    ];
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('shows how in four languages', () => {
    expect(Object.keys(PROGRAMS)).to.deep.equal(['js', 'python', 'go', 'php']);
  });

  it('tells them apart with the public key too, exactly as it is printed [D-42][A-01]', () => {
    writeFileSync(join(folder, 'verify-by-public-key.mjs'), BY_PUBLIC_KEY);
    const answers = JSON.parse(execFileSync('node', ['verify-by-public-key.mjs'], { input: JSON.stringify(cases), encoding: 'utf8', cwd: folder })) as boolean[];
    expect(answers.map((genuine, at) => ({ says: cases[at]?.says, genuine }))).to.deep.equal(cases.map(({ says, genuine }) => ({ says, genuine })));
  });

  // Every interpreter that is installed has its say; Node always is.
  for (const [language, { file, program, run, needs }] of Object.entries(PROGRAMS).filter(([, { needs: interpreter }]) => isHere(interpreter))) {
    it(`tells genuine from forged in ${language}, exactly as it is printed [D-42]`, () => {
      writeFileSync(join(folder, file), program);
      const [command, args] = run(join(folder, file));
      const answers = JSON.parse(execFileSync(command, args, { input: JSON.stringify(cases), encoding: 'utf8', cwd: folder })) as boolean[];
      expect(answers.map((genuine, at) => ({ says: cases[at]?.says, genuine })), needs).to.deep.equal(cases.map(({ says, genuine }) => ({ says, genuine })));
    });
  }
});

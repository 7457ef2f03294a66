import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { credentialKind } from '../../src/domain/principal.js';
import { credentials } from '../../src/outside/credentials.js';
import { passwords } from '../../src/outside/passwords.js';

describe('credentials', () => {
  const { newApiKey, hashOf } = credentials(Buffer.alloc(32, 1));

  it('makes lf_ keys of 256 random bits in base62, kept only as SHA-256 and eight characters [D-50] [B3-52]', () => {
    const made = Array.from({ length: 50 }, newApiKey);
    expect(new Set(made.map(({ secret }) => secret)).size).to.equal(50);
    for (const { secret, hash, prefix } of made) {
      expect(credentialKind(secret)).to.equal('api_key');
      expect(hash).to.equal(createHash('sha256').update(secret).digest('hex')).and.equal(hashOf(secret));
      expect(prefix).to.equal(secret.slice(0, 8));
    }
  });
});

describe('credentials that can be told again', () => {
  it('are the same for a name and an installation, and different for any other [D-53]', () => {
    const [one, same, other] = [1, 1, 2].map((byte) => credentials(Buffer.alloc(32, byte)));
    expect(one?.namedApiKey('a')).to.deep.equal(same?.namedApiKey('a')).and.not.deep.equal(one?.namedApiKey('b')).and.not.deep.equal(other?.namedApiKey('a'));
    expect(one?.namedApiKey('a').secret).to.match(/^lf_[0-9A-Za-z]{43}$/);
    expect(one?.namedPassword('a')).to.match(/^[0-9A-Za-z]{20}$/).and.equal(same?.namedPassword('a')).and.not.equal(other?.namedPassword('a'));
  });
});

describe('passwords', () => {
  it('are kept as argon2id and matched only by themselves, also when there is nobody [D-50]', async () => {
    const { hash, matches } = passwords();
    const stored = await hash('correct horse');
    expect(stored).to.match(/^\$argon2id\$/).and.not.include('correct');
    expect(await matches('correct horse', stored)).to.equal(true);
    expect(await matches('correct house', stored)).to.equal(false);
    expect(await matches('nobody signs in with this', undefined)).to.equal(false);
  });
});

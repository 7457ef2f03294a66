import { createCipheriv, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { derivedKey, sealing } from '../../src/outside/sealing.js';
import { MASTER_KEY } from '../fakes.js';

/** As it was sealed before the kit had a box. */
const sealedAsBefore = (plain: string): string => {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', derivedKey(MASTER_KEY, 'sealing'), nonce);
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
};

describe('sealing', () => {
  const { seal, open } = sealing(MASTER_KEY);

  it('opens what it sealed, under the same name only, and nothing that was changed [B3-51]', () => {
    const sealed = seal('the key', 'one');
    expect([sealed.includes('the key'), open(sealed, 'one')]).to.deep.equal([false, 'the key']);
    expect(() => open(sealed, 'other')).to.throw();
    const parts = JSON.parse(sealed) as { text: string };
    const text = Buffer.from(parts.text, 'base64');
    text.writeUInt8(text.readUInt8(0) ^ 1, 0);
    expect(() => open(JSON.stringify({ ...parts, text: text.toString('base64') }), 'one')).to.throw();
    expect(() => sealing(Buffer.alloc(32, 9).toString('base64')).open(sealed, 'one')).to.throw();
  });

  it('still opens what was sealed before, so no signing key is lost [B3-51]', () => {
    const sealed = sealedAsBefore('the old key');
    expect(open(sealed, 'whatever')).to.equal('the old key');
    expect(() => open(`${sealed.slice(0, -4)}AAAA`, 'whatever')).to.throw();
  });
});

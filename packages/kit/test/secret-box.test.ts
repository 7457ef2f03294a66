import { expect } from 'chai';
import { secretBox } from '../src/secret-box.js';

const key = (fill: number) => Buffer.alloc(32, fill).toString('base64');

describe('secret box', () => {
  it('opens what it sealed, and shows nothing of it meanwhile', () => {
    const box = secretBox([key(1)]);
    const sealed = box.seal('whsec_hidden', 'webhook-1');
    expect(JSON.stringify(sealed)).not.to.include('hidden');
    expect(box.open(sealed, 'webhook-1')).to.equal('whsec_hidden');
    expect(box.seal('whsec_hidden', 'webhook-1').text).not.to.equal(sealed.text);
  });

  it('opens no row that was copied under another name, changed, or sealed with a foreign key', () => {
    const box = secretBox([key(1)]);
    const sealed = box.seal('hidden', 'webhook-1');
    expect(() => box.open(sealed, 'webhook-2')).to.throw();
    expect(() => box.open({ ...sealed, text: `A${sealed.text.slice(1)}` === sealed.text ? 'AAAA' : `A${sealed.text.slice(1)}` }, 'webhook-1')).to.throw();
    expect(() => secretBox([key(2)]).open(sealed, 'webhook-1')).to.throw('not configured any more');
  });

  it('seals with the first key and opens with every one: that is how keys are rotated', () => {
    const old = secretBox([key(1)]).seal('hidden', 'n');
    const rotated = secretBox([key(2), key(1)]);
    expect(rotated.open(old, 'n')).to.equal('hidden');
    expect(rotated.seal('hidden', 'n').keyId).not.to.equal(old.keyId);
  });
});

import { expect } from 'chai';
import fc from 'fast-check';
import { matchingNumber, normalisedRequestNumber, parseRequestNumber, withoutScac } from '../src/request-number.js';

describe('request number', () => {
  it('keeps inner spaces and hyphens for display and drops them in matching [D-09]', () => {
    expect(parseRequestNumber('  maeu-123 456 789 ')).to.deep.equal({
      ok: true,
      display: 'MAEU-123 456 789',
      normalized: 'MAEU123456789',
    });
  });

  it('refuses blank, more than 64 characters, and what cannot be printed [D-09]', () => {
    expect(parseRequestNumber(' - ')).to.deep.equal({ ok: false, fault: 'blank' });
    expect(parseRequestNumber('A'.repeat(65))).to.deep.equal({ ok: false, fault: 'too_long' });
    expect(parseRequestNumber('A'.repeat(64)).ok).to.equal(true);
    expect(parseRequestNumber('AB\u0000C')).to.deep.equal({ ok: false, fault: 'not_printable' });
    expect(parseRequestNumber('AB\tC')).to.deep.equal({ ok: false, fault: 'not_printable' });
  });

  it('matches a number with and without the SCAC in front [D-22 CD-R11]', () => {
    const forms = ['MAEU123456789', '123456789', 'maeu 123-456-789'];
    expect(forms.map((form) => matchingNumber('bill_of_lading', form, ['MAEU']))).to.deep.equal(Array(3).fill('123456789'));
    expect(matchingNumber('booking_number', 'SAFM987654321', ['MAEU', 'SAFM'])).to.equal('987654321');
  });

  it('never strips a container number, whose letters may spell a SCAC [CD-R11]', () => {
    expect(matchingNumber('container', 'MSCU 123456-6', ['MSCU'])).to.equal('MSCU1234566');
  });

  it('keeps the word that names a sandbox scenario [D-60]', () => {
    expect(matchingNumber('bill_of_lading', 'TEST-TR-SUCCEEDED', ['TEST'])).to.equal('TESTTRSUCCEEDED');
  });

  it('leaves a number alone when nothing that looks like a number would remain', () => {
    expect(withoutScac('MAEU12', ['MAEU'])).to.equal('MAEU12');
  });

  it('normalises to a fixed point', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const once = normalisedRequestNumber(text);
        expect(normalisedRequestNumber(once)).to.equal(once);
        const parsed = parseRequestNumber(text);
        if (parsed.ok) expect(parseRequestNumber(parsed.display)).to.deep.equal(parsed);
      }),
    );
  });
});

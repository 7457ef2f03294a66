import { withCheckDigit } from '@landfall/shipping/container-number';
import { expect } from 'chai';
import fc from 'fast-check';
import { detectCarrier } from '../src/detect-carrier.js';
import { lines } from '../src/lines.js';

const all = lines().all;
const detect = (text: string) => detectCarrier(text, all);
const scacs = (text: string) => detect(text).candidates.map(({ scac }) => scac).sort();

describe('detect carrier', () => {
  it('selects the owner of a container with the right check digit [D-25]', () => {
    const found = detect(` ${withCheckDigit('MSKU123456')!.replace('MSKU', 'msku ')} `);
    expect(found).to.deep.include({ numberType: 'container', decision: 'auto_select' });
    expect(found.selected?.scac).to.equal('MAEU');
    expect(found.validation).to.deep.equal({ type: 'container', isValid: true, checkDigitPassed: true, parsedNumber: 'MSKU1234565', reason: null });
  });

  it('says which check digit was expected and asks to confirm [D-21 D-25]', () => {
    const found = detect('MSKU1234566');
    expect(found).to.deep.include({ numberType: 'container', decision: 'needs_confirmation', selected: null });
    expect(found.validation).to.deep.include({ isValid: false, checkDigitPassed: false, reason: 'The check digit of MSKU1234566 should be 5, not 6.' });
  });

  it('tells no line from a leased box, which any line may carry [D-25]', () => {
    expect(detect('TGHU7599330')).to.deep.include({ decision: 'no_prediction', selected: null, candidates: [] });
  });

  it('does not take a SCAC that ends in U for the prefix of a container [D-25]', () => {
    expect(detect(withCheckDigit('GRIU123456')!).selected?.scac).to.equal('MAEU');
    expect(detect(withCheckDigit('SUDU123456')!).selected?.scac).to.equal('MAEU');
  });

  it('selects the line whose code and form are both there [D-25]', () => {
    const numbers = {
      MAEU123456789: 'MAEU',
      'OOLU 1234567890': 'OOLU',
      COSU1234567890: 'COSU',
      MEDUAB123456: 'MSCU',
      HLCUSHA2207ABCD1: 'HLCU',
      ZIMUSHH1234567: 'ZIMU',
      ONEYSHAAB1234567: 'ONEY',
      EGLV123456789012: 'EGLV',
      HDMUSHAA12345678: 'HDMU',
    };
    for (const [number, scac] of Object.entries(numbers)) {
      const found = detect(number);
      expect([number, found.decision, found.selected?.scac]).to.deep.equal([number, 'auto_select', scac]);
      expect([found.numberType, found.validation.isValid]).to.deep.equal(['bill_of_lading', true]);
    }
  });

  it('offers candidates for a bare number, never one answer [D-25]', () => {
    expect(scacs('1234567890')).to.include.members(['COSU', 'MATS', 'OOLU']);
    expect(scacs('SHA1234567')).to.include.members(['ANNU', 'APLU', 'CMDU', 'KMTU']);
    expect(scacs('SHAA12345678')).to.include.members(['HDMU', 'SMLM', 'SUDU']);
    expect(scacs('123456789')).to.deep.equal(['MAEU', 'SEAU']);
    for (const bare of ['1234567890', 'SHA1234567', 'SHAA12345678', '123456789', '123456789012']) {
      expect(detect(bare), bare).to.deep.include({ decision: 'needs_confirmation', selected: null });
    }
  });

  it('tells bookings from bills where their form differs [D-25]', () => {
    expect(detect('EBKG12345678')).to.deep.include({ numberType: 'booking', decision: 'auto_select' });
    expect(detect('EBKG12345678').selected?.scac).to.equal('MSCU');
    expect(detect('HL-12345678').candidates[0]?.scac).to.equal('HLCU');
  });

  it('asks to confirm a code in front of a form nobody has written down [D-25]', () => {
    const found = detect('WHLC0123456789X');
    expect(found.decision).to.equal('needs_confirmation');
    expect(found.candidates.map(({ scac }) => scac)).to.include('WHLC');
    expect(found.validation.isValid).to.equal(null);
  });

  it('knows the numbers of the sandbox [D-60 D-61]', () => {
    for (const number of ['TEST-TR-SUCCEEDED', 'TEST-TR-FAILED', 'TEST-DIRECT-7']) expect(detect(number).selected?.scac).to.equal('TEST');
  });

  it('predicts nothing for words and nonsense [D-25]', () => {
    for (const text of ['', '   ', 'hello world', 'PO', '--', 'ünïcode']) expect(detect(text).decision, text).to.equal('no_prediction');
  });

  it('selects only what is sure and alone, whatever is typed [D-25]', () => {
    const numbers = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[A-Z]{3,6}[0-9]{6,12}$/),
      fc.tuple(fc.constantFrom(...all.map(({ scac }) => scac)), fc.stringMatching(/^[A-Z0-9]{5,12}$/)).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(numbers, (text) => {
        const { decision, selected, candidates } = detect(text);
        const sure = candidates.length === 1 && (candidates[0]?.confidence ?? 0) >= 0.95;
        expect(decision).to.equal(sure ? 'auto_select' : candidates.length > 0 ? 'needs_confirmation' : 'no_prediction');
        expect(selected).to.equal(sure ? candidates[0] : null);
        expect(new Set(candidates.map(({ scac }) => scac)).size).to.equal(candidates.length);
        expect(candidates.every(({ confidence }) => confidence >= 0.7 && confidence <= 1)).to.equal(true);
      }),
    );
  });
});

import { expect } from 'chai';
import { open, type Line, type Submission } from '../../src/domain/open.js';
import { aSubmission, NOW } from '../fakes/a-request.js';

const MAERSK: Line = { scac: 'MAEU', scacs: ['MAEU', 'MCPU'], supports: { bill_of_lading: true, booking_number: true, container: true } };
const BILLS_ONLY: Line = { scac: 'BILL', scacs: ['BILL'], supports: { bill_of_lading: true, booking_number: false, container: false } };
const NAME_ONLY: Line = { scac: 'NAME', scacs: ['NAME'], supports: { bill_of_lading: false, booking_number: false, container: false } };

const opened = (change: Partial<Submission>, line: Line | undefined = MAERSK) => open(aSubmission(change), line, NOW, 'new-id');
const refused = (change: Partial<Submission>, line?: Line) => {
  const answer = opened(change, line);
  return 'refusals' in answer ? answer.refusals.map(({ refused: code, attribute }) => `${attribute} ${code}`) : [];
};
const accepted = (change: Partial<Submission>, line?: Line) => {
  const answer = opened(change, line);
  if ('refusals' in answer) throw new Error(JSON.stringify(answer.refusals));
  return answer;
};

describe('opening a tracking request', () => {
  it('starts pending, without a shipment, and says so [TR-01]', () => {
    const { request, says } = accepted({});
    expect(request).to.include({ id: 'new-id', status: 'pending', isRetrying: false, revision: 1 });
    expect(request.shipmentId).to.equal(undefined);
    expect(says).to.deep.equal([{ says: 'created' }]);
  });

  it('keeps the number as written, trimmed and upper-cased, and compares it bare [D-09]', () => {
    const { request } = accepted({ requestNumber: '  maeu 123-456 ' });
    expect(request.requestNumber).to.equal('MAEU 123-456');
    expect(request.normalizedNumber).to.equal('123456');
  });

  it('takes the three types and the alias booking, and no other [D-20][TR-09]', () => {
    expect(accepted({ requestType: 'booking' }).request.requestType).to.equal('booking_number');
    expect(accepted({ requestType: 'booking_number' }).request.requestType).to.equal('booking_number');
    expect(accepted({ requestType: 'container', requestNumber: 'TRKU1000010' }).request.requestType).to.equal('container');
    expect(refused({ requestType: 'house_bill' })).to.deep.equal(['request_type invalid']);
  });

  it('refuses a container number with a wrong check digit, naming the right one [D-21]', () => {
    const answer = opened({ requestType: 'container', requestNumber: 'TRKU1000011' });
    expect(answer).to.have.nested.property('refusals[0].refused', 'invalid_number');
    expect(answer).to.have.nested.property('refusals[0].detail').that.includes('should be 0');
  });

  it('refuses a type that the line does not answer for [D-21]', () => {
    expect(refused({ requestType: 'booking_number', scac: 'BILL' }, BILLS_ONLY)).to.deep.equal(['request_type unsupported_number_type']);
  });

  it('tells a blank, an unknown and an unsupported SCAC apart [D-08]', () => {
    expect(refused({ scac: '' })).to.deep.equal(['scac blank']);
    expect(open(aSubmission({ scac: 'ZZZZ' }), undefined, NOW, 'id')).to.have.nested.property('refusals[0].refused', 'unrecognized_scac');
    expect(refused({ scac: 'NAME' }, NAME_ONLY)).to.deep.equal(['scac unsupported_scac']);
  });

  it('says everything that is wrong at once [D-08]', () => {
    expect(refused({ requestType: '', requestNumber: ' - ', scac: undefined })).to.deep.equal(['request_type blank', 'request_number blank', 'scac blank']);
  });

  it('refuses numbers over 64 characters and control characters [D-09]', () => {
    expect(accepted({ requestNumber: 'A'.repeat(64) }).request.requestNumber).to.have.length(64);
    expect(refused({ requestNumber: 'A'.repeat(65) })).to.deep.equal(['request_number invalid_number']);
    expect(refused({ requestNumber: 'AB\u0007CD12' })).to.deep.equal(['request_number invalid_number']);
  });

  it('waits for detection when asked to, with no SCAC yet [D-25]', () => {
    const answer = open(aSubmission({ scac: undefined, autoDetectScac: true }), undefined, NOW, 'id');
    expect(answer).to.have.nested.property('request.status', 'pending');
    expect(answer).to.have.nested.property('request.scac', undefined);
  });

  it('lets sandbox scenarios through under every type [D-61]', () => {
    const sandbox: Line = { ...MAERSK, scac: 'TEST', scacs: ['TEST'] };
    expect(accepted({ requestType: 'container', requestNumber: 'TEST-DIRECT-1', scac: 'TEST' }, sandbox).request.requestNumber).to.equal('TEST-DIRECT-1');
  });
});

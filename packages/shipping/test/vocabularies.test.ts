import { expect } from 'chai';
import { CONTAINER_STATUSES, isContainerStatus } from '../src/container-status.js';
import { isDataSource } from '../src/data-source.js';
import { isDeliveryStatus } from '../src/delivery-status.js';
import { isEquipmentHeight, parseEquipmentType } from '../src/equipment-type.js';
import { FAILED_REASONS, isFailedReason, isTechnicalReason } from '../src/failed-reason.js';
import { isFeeType } from '../src/fee-type.js';
import { isHoldStatus, toHoldName } from '../src/hold-name.js';
import { isPartyRole } from '../src/party-role.js';
import { isClosedStatus, isLiveStatus, isRequestStatus } from '../src/request-status.js';
import { parseRequestType } from '../src/request-type.js';
import { isSizeTypeCode, normaliseSizeTypeCode } from '../src/size-type.js';
import { isStopReason } from '../src/stop-reason.js';

describe('vocabularies', () => {
  it('has the thirteen container statuses [D-31]', () => {
    expect(Object.keys(CONTAINER_STATUSES)).to.have.members(
      'new on_ship available not_available grounded on_rail picked_up off_dock delivered dropped loaded empty_returned awaiting_inland_transfer'.split(' '),
    );
    expect(isContainerStatus('on_ship')).to.equal(true);
    expect(isContainerStatus('toString')).to.equal(false);
  });

  it('takes booking for booking_number [D-20]', () => {
    expect(['bill_of_lading', 'booking_number', 'booking', 'container', 'house_bill'].map(parseRequestType)).to.deep.equal([
      'bill_of_lading',
      'booking_number',
      'booking_number',
      'container',
      null,
    ]);
  });

  it('counts pending and created as live, and no status as live and closed at once [D-20 D-22]', () => {
    const statuses = ['pending', 'awaiting_manifest', 'created', 'failed', 'tracking_stopped', 'cancelled'].filter(isRequestStatus);
    expect(statuses).to.have.length(6);
    expect(statuses.filter(isLiveStatus)).to.deep.equal(['pending', 'created']);
    expect(statuses.filter(isClosedStatus)).to.deep.equal(['failed', 'tracking_stopped', 'cancelled']);
  });

  it('retries the three technical faults and no answer of a carrier [D-23]', () => {
    const reasons = Object.keys(FAILED_REASONS).filter(isFailedReason);
    expect(reasons.filter(isTechnicalReason)).to.have.members([
      'shipping_line_unreachable',
      'unrecognized_response',
      'internal_processing_error',
    ]);
    expect(isFailedReason('because')).to.equal(false);
  });

  it('names holds as clients compare them, and strange ones other', () => {
    expect(['usda', 'Customs', ' VACIS ', 'tmf', 'line hold'].map(toHoldName)).to.deep.equal(['USDA', 'customs', 'VACIS', 'TMF', 'other']);
    expect(isHoldStatus('hold')).to.equal(true);
    expect(isHoldStatus('released')).to.equal(false);
  });

  it('spells equipment types with a space, whatever the source wrote', () => {
    expect(['open_top', 'OPEN TOP', 'flat-rack', 'Dry', 'reefer', 'tank', 'bulk', 'barge'].map(parseEquipmentType)).to.deep.equal([
      'open top',
      'open top',
      'flat rack',
      'dry',
      'reefer',
      'tank',
      'bulk',
      null,
    ]);
    expect(isEquipmentHeight('high_cube')).to.equal(true);
    expect(isEquipmentHeight('low')).to.equal(false);
  });

  it('normalises size codes', () => {
    expect(normaliseSizeTypeCode(" 45'g1 ")).to.equal('45G1');
    expect(isSizeTypeCode('45G1')).to.equal(true);
    expect(isSizeTypeCode('45G')).to.equal(false);
  });

  it('keeps the small lists closed', () => {
    expect([isFeeType('total'), isFeeType('tip')]).to.deep.equal([true, false]);
    expect([isDeliveryStatus('succeeded'), isDeliveryStatus('done')]).to.deep.equal([true, false]);
    expect([isDataSource('ais'), isDataSource('rumour')]).to.deep.equal([true, false]);
    expect([isPartyRole('consignee'), isPartyRole('friend')]).to.deep.equal([true, false]);
    expect([isStopReason('past_full_out_window'), isStopReason('bored')]).to.deep.equal([true, false]);
  });
});

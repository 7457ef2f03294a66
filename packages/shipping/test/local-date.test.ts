import { expect } from 'chai';
import fc from 'fast-check';
import { addDays, endOfDay, fromWallTime, isLocalDate, localDateOf, parseCarrierTime, startOfDay, toOffsetTime, toWallTime } from '../src/local-date.js';
import { isTimeZone, offsetMsAt } from '../src/time-zone.js';

const ZONES = ['UTC', 'America/Los_Angeles', 'Asia/Shanghai', 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia', 'America/St_Johns', 'Africa/Casablanca', 'Pacific/Kiritimati'];
const zones = fc.constantFrom(...ZONES);
const instants = fc.date({ min: new Date('1990-01-01'), max: new Date('2036-01-01'), noInvalidDate: true }).map((at) => new Date(Math.floor(at.getTime() / 1000) * 1000));
const iso = (at: Date | null) => at?.toISOString() ?? null;

describe('local date', () => {
  it('reads a wall time on the clocks of the place, summer and winter [CD-R5]', () => {
    expect(iso(fromWallTime('2026-03-18T06:00', 'America/Los_Angeles'))).to.equal('2026-03-18T13:00:00.000Z');
    expect(iso(fromWallTime('2026-01-18T06:00:30', 'America/Los_Angeles'))).to.equal('2026-01-18T14:00:30.000Z');
    expect(iso(fromWallTime('2026-03-02 11:42', 'Asia/Shanghai'))).to.equal('2026-03-02T03:42:00.000Z');
  });

  it('takes the first of two equal times and moves on from a skipped one [CD-R5]', () => {
    expect(iso(fromWallTime('2026-11-01T01:30', 'America/New_York'))).to.equal('2026-11-01T05:30:00.000Z');
    expect(iso(fromWallTime('2026-03-08T02:30', 'America/New_York'))).to.equal('2026-03-08T07:30:00.000Z');
    expect(iso(fromWallTime('2026-10-25T02:30', 'Europe/Berlin'))).to.equal('2026-10-25T00:30:00.000Z');
    expect(iso(fromWallTime('2026-03-29T02:30', 'Europe/Berlin'))).to.equal('2026-03-29T01:30:00.000Z');
  });

  it('keeps a last free day on its day, where a detour through UTC would lose one', () => {
    const lastFreeDay = startOfDay('2026-03-31', 'America/Los_Angeles');
    expect(iso(lastFreeDay)).to.equal('2026-03-31T07:00:00.000Z');
    expect(iso(endOfDay('2026-03-31', 'America/Los_Angeles'))).to.equal('2026-04-01T06:59:59.999Z');
    fc.assert(
      fc.property(instants, zones, (at, zone) => {
        const day = localDateOf(at, zone);
        const start = startOfDay(day, zone)!;
        const end = endOfDay(day, zone)!;
        expect([localDateOf(start, zone), localDateOf(end, zone)]).to.deep.equal([day, day]);
        expect(at.getTime()).to.be.within(start.getTime(), end.getTime());
      }),
    );
  });

  it('starts a day at the clock change where midnight is skipped', () => {
    expect(iso(startOfDay('2025-09-07', 'America/Santiago'))).to.equal('2025-09-07T04:00:00.000Z');
  });

  it('comes back to the instant it left from, except in the repeated hour', () => {
    fc.assert(
      fc.property(instants, zones, (at, zone) => {
        const back = fromWallTime(toWallTime(at, zone), zone)!;
        expect(toWallTime(back, zone)).to.equal(toWallTime(at, zone));
        expect(at.getTime() - back.getTime()).to.be.oneOf([0, 3_600_000, 1_800_000]);
        expect(new Date(toOffsetTime(at, zone)).getTime()).to.equal(at.getTime());
      }),
    );
  });

  it('lets an offset in the text decide, and marks when the place had to [CD-R5]', () => {
    expect(parseCarrierTime('2026-03-02T11:42:00+08:00', 'UTC')).to.deep.equal({ at: new Date('2026-03-02T03:42:00Z'), on: null, zoneAssumed: false });
    expect(parseCarrierTime('2026-03-02T11:42:00+0800', 'UTC')?.at).to.deep.equal(new Date('2026-03-02T03:42:00Z'));
    expect(parseCarrierTime('2026-03-02T03:42z', 'Asia/Shanghai')?.at).to.deep.equal(new Date('2026-03-02T03:42:00Z'));
    expect(parseCarrierTime('2026-03-02T11:42:00', 'Asia/Shanghai')).to.deep.equal({ at: new Date('2026-03-02T03:42:00Z'), on: null, zoneAssumed: true });
    expect(parseCarrierTime('2026-03-02', 'Asia/Shanghai')).to.deep.equal({ at: new Date('2026-03-01T16:00:00Z'), on: '2026-03-02', zoneAssumed: true });
  });

  it('refuses days, hours and zones that do not exist', () => {
    for (const text of ['2026-02-30', '2026-13-01', '2026-2-3', '', 'today']) expect(isLocalDate(text), text).to.equal(false);
    expect(fromWallTime('2026-02-28T24:00', 'UTC')).to.equal(null);
    expect(fromWallTime('2026-02-28T12:60', 'UTC')).to.equal(null);
    expect(fromWallTime('2026-02-28T12:00', 'Mars/Olympus')).to.equal(null);
    expect(startOfDay('2026-02-30', 'UTC')).to.equal(null);
    expect(addDays('2026-02-30', 1)).to.equal(null);
    expect(endOfDay('nonsense', 'UTC')).to.equal(null);
    for (const text of ['2026-02-28T25:00:00Z', 'soon', '']) expect(parseCarrierTime(text, 'UTC'), text).to.equal(null);
  });

  it('counts days without clocks', () => {
    expect(addDays('2024-02-28', 1)).to.equal('2024-02-29');
    expect(addDays('2026-01-01', -1)).to.equal('2025-12-31');
  });

  it('knows zones and their offsets', () => {
    expect([isTimeZone('Asia/Kolkata'), isTimeZone('+02:00'), isTimeZone('Nowhere/Land'), isTimeZone('')]).to.deep.equal([true, false, false, false]);
    expect(offsetMsAt('Asia/Kolkata', new Date(0))).to.equal(5.5 * 3_600_000);
    expect(offsetMsAt('Nowhere/Land', new Date(0))).to.equal(0);
    expect(toOffsetTime(new Date('2026-03-18T13:00:00Z'), 'America/Los_Angeles')).to.equal('2026-03-18T06:00:00-07:00');
  });

  it('never throws on a strange text', () => {
    fc.assert(fc.property(fc.string(), zones, (text, zone) => void parseCarrierTime(text, zone)));
  });
});

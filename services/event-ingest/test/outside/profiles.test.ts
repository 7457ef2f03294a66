import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lines } from '@landfall/reference-data/lines';
import { expect } from 'chai';
import { carrierProfiles } from '../../src/outside/carriers/carrier-profiles.js';
import { profilesFrom } from '../../src/outside/carriers/profiles.js';
import { questionUrl } from '../../src/outside/carriers/question.js';

const from = (changes: unknown) => {
  const folder = mkdtempSync(join(tmpdir(), 'landfall-profiles-'));
  writeFileSync(join(folder, 'p.json'), JSON.stringify(changes));
  try {
    return profilesFrom({ file: join(folder, 'p.json'), sandboxPollMs: 250 });
  } finally {
    rmSync(folder, { recursive: true });
  }
};

describe('profiles', () => {
  it('are the nine lines, each known to the reference data', () => {
    expect(carrierProfiles.map(({ scac }) => scac)).to.deep.equal(['MAEU', 'HLCU', 'CMDU', 'MSCU', 'ONEY', 'EGLV', 'HDMU', 'ZIMU', 'YMLU']);
    for (const { scac } of carrierProfiles) expect(lines().byScac(scac)?.scac, scac).to.equal(scac);
  });

  it('hold no credential and speak only TLS', () => {
    for (const profile of carrierProfiles) {
      expect(profile.baseUrl).to.match(/^https:\/\//);
      expect(profile.auth.every(({ kind }) => kind !== 'none')).to.equal(true);
    }
  });

  it('ask in each line\'s own words', () => {
    const profiles = profilesFrom({ sandboxPollMs: 250 });
    const asked = (scac: string, type: 'bill_of_lading' | 'booking_number' | 'container', number: string) => questionUrl(profiles.get(scac)!, type, number).href;
    expect(asked('MAEU', 'bill_of_lading', 'MAEU123456789')).to.equal('https://api.maersk.com/track-and-trace-private/events?transportDocumentReference=123456789&limit=100');
    expect(asked('HDMU', 'booking_number', 'PUSC12345600')).to.equal('https://apigw.hmm21.com/gateway/dcsaCargoTracking/v1/cargo-tracking-dcsa?carrierBookingReference=PUSC12345600&equipmentReference=ZZ');
    expect(asked('MSCU', 'container', 'TRKU1000010')).to.equal('https://api.tech.msc.com/msc/trackandtrace/v2.2/events?equipmentReference=TRKU1000010');
    expect(asked('APLU', 'booking_number', 'A1')).to.match(/^https:\/\/apis\.cma-cgm\.net\/operation\/trackandtrace\/v1\/events\?/);
  });

  it('serve SCAC TEST only where there is a sandbox [D-60]', () => {
    expect(profilesFrom({ sandboxPollMs: 250 }).has('TEST')).to.equal(false);
    expect(profilesFrom({ sandboxPollMs: 250, sandboxUrl: 'http://127.0.0.1:1' }).get('TEST')?.cadence).to.deep.equal({ kind: 'fixed', everyMs: 250, restMs: 5_000 });
  });

  it('are changed by a file, which may change nothing else', () => {
    const changed = from({ MAEU: { baseUrl: 'https://api-stage.maersk.com', tokenUrl: 'https://api-stage.maersk.com/token', repairs: ['maersk_addresses', 'version_three'], limits: { perMinute: 120, burst: 20, breakAfter: 5, openMs: 1_000, longestOpenMs: 2_000 } } });
    expect(changed.get('MAEU')).to.deep.include({ baseUrl: 'https://api-stage.maersk.com', repairs: ['maersk_addresses', 'version_three'] });
    expect(changed.get('MAEU')?.auth[0]).to.include({ tokenUrl: 'https://api-stage.maersk.com/token' });
    expect(changed.get('HLCU')?.baseUrl).to.equal('https://api.hlag.com');
    for (const wrong of [{ MAEU: { repairs: ['nonsense'] } }, { MAEU: { basUrl: 'https://x.test' } }, { maersk: {} }]) expect(() => from(wrong)).to.throw();
  });
});

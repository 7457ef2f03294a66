import { expect } from 'chai';
import { load } from '../src/config.js';

describe('what is set where nothing is said', () => {
  const DATA_ENCRYPTION_KEY = Buffer.alloc(32, 3).toString('base64');
  const config = load({ DATA_ENCRYPTION_KEY });

  it('is 5 s for a connection with its look-up, and 15 s in all [D-43][A-04]', () => {
    expect(config).to.include({ DELIVERY_CONNECT_TIMEOUT_MS: 5_000, DELIVERY_TIMEOUT_MS: 15_000 });
  });

  it('is a day for the old secret to sign too, and that can be set [D-45][A-02]', () => {
    expect(config.WEBHOOK_SECRET_OVERLAP_MS).to.equal(86_400_000);
    expect(load({ DATA_ENCRYPTION_KEY, WEBHOOK_SECRET_OVERLAP_MS: '3600000' }).WEBHOOK_SECRET_OVERLAP_MS).to.equal(3_600_000);
  });
});

import { expect } from 'chai';
import { BlockedAddressError, guardedLookup, isLoopbackAddress, isPublicAddress, type Resolve } from '../src/public-address.js';

const answering = (...addresses: string[]): Resolve => (_, __, done) => done(null, addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));

const lookedUp = (resolve: Resolve) =>
  new Promise<unknown>((settle) => guardedLookup(isPublicAddress, resolve)('host.test', { all: true }, (error, addresses) => settle(error ?? addresses)));

describe('public addresses', () => {
  it('are those of the internet, IPv4 and IPv6 alike [D-47]', () => {
    for (const address of ['93.184.216.34', '8.8.8.8', '2606:4700:4700::1111']) expect(isPublicAddress(address), address).to.equal(true);
    for (const address of ['10.0.0.1', '127.0.0.1', '169.254.169.254', '::1', 'fd00::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', '::7f00:1', 'nonsense']) expect(isPublicAddress(address), address).to.equal(false);
  });

  it('are told from loopback, in every spelling', () => {
    for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) expect(isLoopbackAddress(address), address).to.equal(true);
    for (const address of ['10.0.0.1', 'localhost']) expect(isLoopbackAddress(address), address).to.equal(false);
  });

  it('are checked inside the connection: one inner answer among outer ones blocks all [D-47]', async () => {
    expect(await lookedUp(answering('93.184.216.34', '10.0.0.1'))).to.be.instanceOf(BlockedAddressError);
    expect(await lookedUp(answering('93.184.216.34'))).to.deep.equal([{ address: '93.184.216.34', family: 4 }]);
    expect(await lookedUp(answering())).to.be.instanceOf(Error);
  });
});

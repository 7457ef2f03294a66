import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

// The old "IPv4-compatible" block and its neighbours, which the library takes for ordinary addresses. IPv6 only:
// a list that held ::/8 beside IPv4 ranges would refuse every IPv4 address too.
const COMPATIBLE = ipaddr.IPv6.parse('::');
// Addresses that carry an IPv4 address inside: the network translates them, so the inner one counts.
const NAT64 = ipaddr.IPv6.parse('64:ff9b::');

/** Is this an address of the public internet? Whatever else an address may name, it is not for strangers to choose. */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed.kind() === 'ipv4') return true;
  const six = parsed as ipaddr.IPv6;
  return !six.match(COMPATIBLE, 8) && !six.match(NAT64, 32);
};

export const isLoopbackAddress = (address: string): boolean => ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/** The name led to an address that may not be dialled. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
  readonly code = 'BLOCKED_ADDRESS';
}

export type Resolve = (hostname: string, options: { all: true; verbatim: true }, done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void) => void;

/**
 * For the `lookup` option of a connection: names resolve inside the connection, so the address that was checked is the
 * address that is dialled. All answers must be allowed; one private answer among public ones is an attack, not an accident.
 */
export const guardedLookup =
  (isAllowed: (address: string) => boolean, resolve: Resolve = systemLookup): LookupFunction =>
  (hostname, { all }, done) => {
    resolve(hostname, { all: true, verbatim: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return done(error ?? new Error(`${hostname} has no address`), '');
      if (!addresses.every(({ address }) => isAllowed(address))) return done(new BlockedAddressError(`${hostname} has an address that is not public, or not allowed here`), '');
      return all ? done(null, addresses) : done(null, first.address, first.family);
    });
  };

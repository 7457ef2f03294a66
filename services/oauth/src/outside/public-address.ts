import ipaddr from 'ipaddr.js';

// The old "IPv4-compatible" block ::/96 and its neighbours, which the library takes for ordinary addresses.
const COMPATIBLE = ipaddr.IPv6.parse('::');

/** Is this an address of the public internet? Whatever else an address may name, it is not for strangers to choose. */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || !(parsed as ipaddr.IPv6).match(COMPATIBLE, 8);
};

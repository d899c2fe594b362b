import { BlockList, isIP, isIPv6 } from 'node:net'

// The ranges that RFC 6890 and later registries reserve: this machine, private and shared networks, documentation, multicast.
const special = new BlockList()
for (const range of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]) {
  const [address = '', prefix] = range.split('/')
  special.addSubnet(address, Number(prefix), 'ipv4')
}
// All global unicast addresses of IPv6 are in this range, which also excludes IPv4 addresses in IPv6 form.
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
const setAside = new BlockList()
// These ranges are for tunnels, which can lead to any IPv4 address, and for documentation.
for (const [address, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  setAside.addSubnet(address, prefix, 'ipv6')
}

/** Whether an IP address is on the public internet, as opposed to this machine and its networks. */
export const isPublicAddress = (address: string) => {
  if (!isIP(address)) return false
  if (isIPv6(address)) return globalUnicast.check(address, 'ipv6') && !setAside.check(address, 'ipv6')
  return !special.check(address, 'ipv4')
}

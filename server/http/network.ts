import { BlockList, isIP, isIPv6 } from 'node:net'

const groupCount = 8
const prefixGroups = 4
// IPv4 addresses in IPv6 form: as a dual-stack socket reports them, and as a translating network (NAT64) forwards them.
const mappedPrefixes = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0']

const groupsOf = (address: string) => {
  // The URL parser normalizes every spelling: lower case, no leading zeros, no dotted end.
  const normalized = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = normalized.split('::')
  const before = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  return [...before, ...Array<string>(groupCount - before.length - after.length).fill('0'), ...after]
}

const dotted = (groups: string[]) =>
  groups
    .flatMap((group) => {
      const value = Number.parseInt(group, 16)
      return [value >> 8, value & 255]
    })
    .join('.')

/**
 * Returns the network that rate limits count by: an IPv4 address, or the /64 of an IPv6 address, since one connection gets at least that
 * many addresses. An IPv4 address in IPv6 form counts as that IPv4 address.
 */
export const networkOf = (address: string) => {
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return plain
  const groups = groupsOf(plain)
  if (mappedPrefixes.includes(groups.slice(0, 6).join(':'))) return dotted(groups.slice(6))
  return `${groups.slice(0, prefixGroups).join(':')}::/64`
}

const listOf = (ranges: readonly string[]) => {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}

/** Creates a check whether an address is in one of these ranges, such as 10.0.0.0/8. An IPv4 address in IPv6 form counts as IPv4. */
export const isInRanges = (ranges: readonly string[]) => {
  const list = listOf(ranges)
  return (address: string) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

const machine = listOf(['127.0.0.0/8', '::1/128'])
// The private ranges of RFC 1918, 3927, 4193, 4291 and 6598.
const privateNetworks = listOf([
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'],
  ...['fc00::/7', 'fe80::/10'],
])

/** Classifies an address without asking any service for its location. `current` is the address of the reader. */
export const networkKind = (address: string, current: string) => {
  const [plain = ''] = address.split('%')
  if (!isIP(plain)) return 'public'
  const family = isIPv6(plain) ? 'ipv6' : 'ipv4'
  if (machine.check(plain, family)) return 'machine'
  if (networkOf(plain) === networkOf(current)) return 'current'
  return privateNetworks.check(plain, family) ? 'private' : 'public'
}

import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether a host name or address (IPv6 with or without brackets) can only mean this machine. */
export const isLoopback = (host: string) => {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  const version = isIP(name)
  if (version) return loopback.check(name, version === 4 ? 'ipv4' : 'ipv6')
  return name === 'localhost' || name.endsWith('.localhost')
}

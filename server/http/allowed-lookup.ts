import { type LookupAddress, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopback } from '#server/loopback.ts'

/** Resolves a name to all of its addresses, as `node:dns` does. */
export type Resolve = typeof lookup

// A system without a hosts file finds no `localhost`, and RFC 6761 lets nothing else decide what that name means.
const thisMachine = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

const refused = (host: string) => new Error(`${host} is not an address of the internet`)

/**
 * For `lookup` of a request: checks what the name resolves to, so that it connects to just that. A second look-up could bring another answer.
 */
export const lookupAllowed =
  (isAllowed: (address: string) => boolean, resolve: Resolve = lookup): LookupFunction =>
  (hostname, options, callback) => {
    const check = (error: Error | null, found: LookupAddress[] = []) => {
      const [first] = found
      if (error) return callback(error, [])
      if (!first || !found.every(({ address }) => isAllowed(address))) return callback(refused(hostname), [])
      if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    }
    if (isLoopback(hostname)) check(null, thisMachine)
    else resolve(hostname, { ...options, all: true }, check)
  }

/** The host of an address, an IP address without brackets. Numbers such as `0x7f.1` are IP addresses by then. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

/**
 * An IP address is not looked up, so it is checked by itself.
 * @throws Error for one that is not allowed
 */
export const requireAllowedHost = (url: URL, isAllowed: (address: string) => boolean) => {
  const host = hostOf(url)
  if (isIP(host) && !isAllowed(host)) throw refused(host)
}

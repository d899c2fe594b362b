import { type LookupAddress, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isLoopback } from '#server/loopback.ts'

/** A function that resolves a name to all of its addresses, like that of `node:dns`. */
export type Resolve = typeof lookup

// A system without a hosts file does not find `localhost`, and RFC 6761 allows only these addresses for that name.
const thisMachine = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

const refused = (host: string) => new Error(`${host} is not a public address`)

/**
 * Creates the `lookup` of a request, which checks the addresses that the request connects to. A check beforehand would not be enough,
 * because a second lookup could return other addresses.
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

/** Returns the host of a URL, an IP address without brackets. The URL parser has turned numbers such as `0x7f.1` into IP addresses. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

/**
 * Checks the host of a URL if it is an IP address: IP addresses are not looked up, so `lookupAllowed` never sees them.
 * @throws Error for an address that is not allowed
 */
export const requireAllowedHost = (url: URL, isAllowed: (address: string) => boolean) => {
  const host = hostOf(url)
  if (isIP(host) && !isAllowed(host)) throw refused(host)
}

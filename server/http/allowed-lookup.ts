import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'

/** Resolves a name to all of its addresses, as `node:dns` does. */
export type Resolve = typeof lookup

const refused = (host: string) => new Error(`${host} is not an address of the internet`)

/**
 * For `lookup` of a request: checks what the name resolves to, so that it connects to just that. A second look-up could bring another answer.
 */
export const lookupAllowed =
  (isAllowed: (address: string) => boolean, resolve: Resolve = lookup): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error) return callback(error, [])
      if (!first || !found.every(({ address }) => isAllowed(address))) return callback(refused(hostname), [])
      if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    })

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

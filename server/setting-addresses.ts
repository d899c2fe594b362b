import { isIPv4 } from 'node:net'
import { isLoopback } from '#server/loopback.ts'

/** Whether browsers allow passkeys at an address: it must have https and a host name, or be this machine. */
export const canUsePasskeys = (baseUrl: string) => {
  const { protocol, hostname } = new URL(baseUrl)
  if (isLoopback(hostname)) return true
  return protocol === 'https:' && !isIPv4(hostname) && !hostname.startsWith('[')
}

/** Returns the host after the `@` of a sender. Mail servers reject the bare domain "localhost". */
export const mailHost = (baseUrl: string | undefined) => {
  const host = baseUrl ? new URL(baseUrl).hostname : 'localhost'
  return /^[^.]+$|^[\d.]+$|:/.test(host) ? 'localhost.localdomain' : host
}

/** Returns an email or web address as a URI. */
export const contactUri = (contact: string) =>
  /^https?:/.test(contact) ? contact : `mailto:${/<([^<>]*)>$/.exec(contact)?.[1] ?? contact}`

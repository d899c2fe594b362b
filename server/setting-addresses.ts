import { isIPv4 } from 'node:net'
import { isLoopback } from '#server/loopback.ts'

/** Whether browsers use passkeys at an address: by https and a host name, and without https only on this machine. */
export const canUsePasskeys = (baseUrl: string) => {
  const { protocol, hostname } = new URL(baseUrl)
  if (isLoopback(hostname)) return true
  return protocol === 'https:' && !isIPv4(hostname) && !hostname.startsWith('[')
}

/** The host after the `@` of a sender. Mail servers reject the bare domain "localhost". */
export const mailHost = (baseUrl: string | undefined) => {
  const host = baseUrl ? new URL(baseUrl).hostname : 'localhost'
  return /^[^.]+$|^[\d.]+$|:/.test(host) ? 'localhost.localdomain' : host
}

/** An email or web address as a URI. */
export const contactUri = (contact: string) =>
  /^https?:/.test(contact) ? contact : `mailto:${/<([^<>]*)>$/.exec(contact)?.[1] ?? contact}`

import { lookup } from 'node:dns/promises'
import { isLoopback } from '#server/loopback.ts'
import type { Settings } from '#server/settings.ts'
import { type Finding, right, wrong } from './check.ts'

const timeoutMs = 5_000
// This address is reserved for examples (RFC 5737), so it belongs to nobody.
const forged = '203.0.113.77'

/** Sends a request to the running portal at its BASE_URL, as a browser would, and checks which client address the portal sees. */
export const checkProxy = async ({ baseUrl, baseUrlGiven, trustProxy }: Settings): Promise<Finding> => {
  const signal = AbortSignal.timeout(timeoutMs)
  const ask = async (headers: Record<string, string>) => {
    const response = await fetch(`${baseUrl}/healthz/address`, { headers, signal, redirect: 'manual' })
    if (!response.ok) throw new Error(`the response was ${response.status}`)
    return ((await response.json()) as { address: string }).address
  }
  const name = baseUrlGiven ? 'BASE_URL' : 'the portal'
  try {
    const address = await ask({})
    const withForged = await ask({ 'x-forwarded-for': forged, forwarded: `for=${forged}` })
    if (withForged.includes(forged)) {
      return wrong(
        'a forged X-Forwarded-For is believed: the proxy must set the header from the connection, as the files in docs/deploy do, and TRUST_PROXY must name the proxy alone',
      )
    }
    const { hostname } = new URL(baseUrl)
    const isRemote = !isLoopback(hostname)
    // Debian lists a machine's own name in /etc/hosts. A request to that name comes from loopback, which the proxy rightly forwards.
    if (isRemote && isLoopback(address) && isLoopback((await lookup(hostname)).address)) {
      return right(
        `${baseUrl} answers, and a forged address is not believed; here the name leads to ${address}, so check in "Account and security" that your session has your address`,
      )
    }
    if (isRemote && isLoopback(address) && trustProxy?.length) {
      return wrong(`signatures would carry ${address}: the proxy sends no X-Forwarded-For`)
    }
    if (isRemote && isLoopback(address)) {
      return wrong(`signatures would carry ${address}: set TRUST_PROXY to the address of the proxy`)
    }
    return right(`${baseUrl} answers, and sees this machine as ${address}; a forged address is not believed`)
  } catch (error) {
    const { message, cause } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    return wrong(`${name} ${baseUrl} cannot be reached from here: ${reason}. Is the portal running?`)
  }
}

import type { IncomingMessage } from 'node:http'
import { maxResponseBytes } from '#contract/webhooks/webhooks.ts'
import { certificateProblem } from '#server/certificate-errors.ts'
import { lookupAllowed, type Resolve, requireAllowedHost } from '#server/http/allowed-lookup.ts'
import { requestResponse } from '#server/http/outgoing-request.ts'
import { isPublicAddress } from '#server/http/public-address.ts'

/** The timeout of an attempt, from looking up the host name to the end of the response. */
export const responseTimeoutMs = 15_000

/** The outcome of an attempt. The message was delivered if `error` is null. */
export interface Outcome {
  status: number | null
  error: string | null
  /** The beginning of the response body. */
  response: string | null
}

export interface PostOptions {
  /** Allows http, and addresses of this machine and of private networks. */
  allowsPrivate: boolean
  /** Ends the attempt early. */
  signal: AbortSignal
  timeoutMs?: number
  resolve?: Resolve
  /** Whether an IP address may be connected to; by default only those of the internet, or all if private addresses are allowed. */
  isAllowed?: (address: string) => boolean
}

export interface Message {
  url: string
  headers: Record<string, string>
  body: string
}

/** Reads the beginning of a body. The rest is never read: leaving the loop closes the connection. */
const readBeginning = async (response: IncomingMessage) => {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= maxResponseBytes) break
    }
  } catch {
    // The body is incomplete, but the status has arrived, and only the status decides.
  }
  const text = Buffer.concat(chunks).subarray(0, maxResponseBytes).toString()
  // Removes a character that was cut at the end, and null characters, which PostgreSQL does not store.
  return text.replace(/\ufffd$/, '').replaceAll('\0', '')
}

const statusProblem = (status: number) => {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400)
    return `The endpoint returned ${status}. Redirects are not followed: enter the address that it leads to.`
  return `The endpoint returned ${status}.`
}

const problemOf = (error: unknown, isTimedOut: boolean) => {
  if (isTimedOut) return `No response within ${responseTimeoutMs / 1000} seconds.`
  const { code, message } = error as NodeJS.ErrnoException
  const certificate = certificateProblem(code)
  if (certificate) return `No secure connection: ${certificate}`
  if (code === 'ENOTFOUND') return 'Its host name does not exist.'
  if (code === 'ECONNREFUSED') return 'It refused the connection.'
  if (code === 'ECONNRESET') return 'It closed the connection without a response.'
  return message || code || 'It could not be reached.'
}

/** Sends a message to an address that an admin has entered. Reaches neither this machine nor a private network, unless that is allowed. */
export const postMessage = async (
  { url: address, headers, body }: Message,
  {
    allowsPrivate,
    signal,
    timeoutMs = responseTimeoutMs,
    resolve,
    isAllowed = allowsPrivate ? () => true : isPublicAddress,
  }: PostOptions,
): Promise<Outcome> => {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const url = new URL(address)
    if (url.protocol !== 'https:' && !allowsPrivate) throw new Error('It is not an https address.')
    requireAllowedHost(url, isAllowed)
    const response = await requestResponse(
      url,
      {
        method: 'POST',
        signal: AbortSignal.any([signal, timeout]),
        lookup: lookupAllowed(isAllowed, resolve),
        // A separate connection is needed: a shared one might lead to an address that was not checked.
        agent: false,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      },
      body,
    )
    const { statusCode: status = 0 } = response
    return { status, error: statusProblem(status), response: await readBeginning(response) }
  } catch (error) {
    return { status: null, error: problemOf(error, timeout.aborted), response: null }
  }
}

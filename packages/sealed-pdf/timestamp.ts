import { randomBytes } from 'node:crypto'
import { type Bytes, isSame } from './bytes.ts'
import {
  DerError,
  encode,
  objectId,
  octetString,
  readInside,
  readSequence,
  sequence,
  smallInteger,
  tags,
  unsignedInteger,
} from './der.ts'
import { oids, readSignedData } from './signed-data.ts'
import { checkTimestamp, normalizeToken, readTimestampInfo, TimestampError } from './timestamp-token.ts'

export { checkTimestamp, type Timestamp, TimestampError } from './timestamp-token.ts'

// A token with its chain has a few kilobytes.
const maxResponseBytes = 100_000

/**
 * Requests a token over this SHA-256 from a timestamp server (RFC 3161 over HTTP), and checks the response. The URL may contain a user name
 * and password. Returns the token in its one possible encoding: certificates whose issuer the server did not send are left out, except the
 * server's own. Throws TimestampError, within `timeoutMs`.
 */
export const requestTimestamp = async (
  url: string,
  sha256OfData: Uint8Array,
  { timeoutMs }: { timeoutMs: number },
): Promise<Bytes> => {
  const nonce = unsignedInteger(randomBytes(16))
  const response = await post(url, encodeRequest(sha256OfData, nonce), timeoutMs)
  try {
    const token = await normalizeToken(readResponse(response))
    await checkTimestamp(token, sha256OfData)
    const { content } = await readSignedData(token)
    const returned = content && readTimestampInfo(content).nonce
    if (!returned || !isSame(returned.whole, nonce))
      throw new TimestampError('The timestamp server responded to a different request')
    return token
  } catch (error) {
    if (!(error instanceof DerError)) throw error
    throw new TimestampError(`The timestamp server sent no timestamp: ${error.message}`, { cause: error })
  }
}

const encodeRequest = (sha256OfData: Uint8Array, nonce: Uint8Array) =>
  sequence(
    smallInteger(1),
    sequence(sequence(objectId(oids.sha256)), octetString(sha256OfData)),
    nonce,
    encode(0x01, Uint8Array.of(0xff)),
  )

const readResponse = (response: Uint8Array) => {
  const [status, token] = readSequence(response)
  const [number] = readInside(status, tags.sequence)
  const granted = number?.tag === tags.integer && number.content.length === 1 && (number.content[0] ?? 9) <= 1
  if (!granted || !token)
    throw new TimestampError(`The timestamp server refused: status ${number?.content[0] ?? 'unknown'}`)
  return token.whole
}

const post = async (url: string, body: Bytes, timeoutMs: number) => {
  try {
    const target = new URL(url)
    const login = target.username && decodeURIComponent(`${target.username}:${target.password}`)
    target.username = ''
    target.password = ''
    const response = await fetch(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/timestamp-query',
        accept: 'application/timestamp-reply',
        ...(login && { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
      },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new TimestampError(`The timestamp server responded with HTTP ${response.status}`)
    }
    return await readBody(response)
  } catch (error) {
    if (error instanceof TimestampError) throw error
    // Fetch gives the reason only in the cause of its error.
    const { message, cause } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    throw new TimestampError(`The timestamp server cannot be reached: ${reason}`, { cause: error })
  }
}

const readBody = async (response: Response) => {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    sizeBytes += chunk.length
    if (sizeBytes > maxResponseBytes)
      throw new TimestampError('The response of the timestamp server is too large')
  }
  return Buffer.concat(chunks)
}

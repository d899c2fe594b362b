import { randomFillSync } from 'node:crypto'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { maxFileSize } from '#contract/files/file-types.ts'
import { releasedChunks } from '#server/storage/released-chunks.ts'
import { zip } from '#test/zip.ts'

/** Creates a zip of exactly 50 MB. */
export const largeZip = async () => {
  const overhead = (await zip({ noise: '' })).length
  return zip({ noise: randomFillSync(Buffer.alloc(maxFileSize - overhead)) })
}

const responseOf = (sent: ClientRequest) =>
  new Promise<IncomingMessage>((resolve, reject) => sent.once('response', resolve).once('error', reject))

const requireSuccess = async (response: IncomingMessage) => {
  if ((response.statusCode ?? 500) < 300) return
  const body = await Readable.from(response).toArray()
  throw new Error(`answered ${response.statusCode}: ${Buffer.concat(body)}`)
}

/** Sends a JSON body and returns the response's body. */
export const sendJson = async <T>(url: string, method: string, cookie: string, body: unknown): Promise<T> => {
  const headers = { cookie, 'content-type': 'application/json' }
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

/** Uploads bytes to a URL. The bytes are in memory, so that reading them is not measured. */
export const putBytes = async (url: string, headers: Record<string, string | number>, bytes: Buffer) => {
  const sent = request(url, { method: 'PUT', headers })
  sent.end(bytes)
  const response = await responseOf(sent)
  await requireSuccess(response)
  response.resume()
}

/** Downloads a URL completely and returns the number of bytes. */
export const getFile = async (url: string, headers: Record<string, string>) => {
  const sent = request(url, { headers })
  sent.end()
  const response = await responseOf(sent)
  await requireSuccess(response)
  let bytes = 0
  for await (const chunk of releasedChunks(response)) bytes += chunk.length
  return bytes
}

import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { createGzip, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'

const gzipAsync = promisify(gzip)
// Shorter texts fit in one packet anyway.
const minBytes = 1024

/** Whether an `Accept-Encoding` header allows gzip. `gzip;q=0` refuses it. */
export const acceptsGzip = (header: string | string[] | undefined) =>
  String(header ?? '')
    .split(',')
    .some((accepted) => {
      const [coding = '', quality] = accepted.split(';').map((part) => part.trim())
      return (
        (coding === 'gzip' || coding === '*') &&
        (quality === undefined || /^q=(?:1|0\.0*[1-9])/.test(quality))
      )
    })

/**
 * Sends a text, whole or in pieces, compressed if it is long enough and the client accepts that. Compresses only responses to GET requests,
 * because GET requests that another site sends have no session cookie. So no other site can learn a secret from how well it compresses
 * together with text of that site's choice.
 */
export const sendCompressed = async (reply: FastifyReply, content: string | Buffer[]) => {
  const isLong = typeof content !== 'string' || content.length >= minBytes
  const { method, headers } = reply.request
  const canCompress = isLong && (method === 'GET' || method === 'HEAD')
  if (canCompress) reply.header('vary', 'accept-encoding')
  if (canCompress && acceptsGzip(headers['accept-encoding'])) {
    reply.header('content-encoding', 'gzip')
    if (typeof content === 'string') return reply.send(await gzipAsync(content))
    return reply.send(pipeline(Readable.from(content), createGzip(), () => {}))
  }
  if (typeof content === 'string') return reply.send(content)
  const size = content.reduce((sum, { length }) => sum + length, 0)
  return reply.header('content-length', size).send(Readable.from(content))
}

import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ObjectStore } from '#server/storage/object-store.ts'
import { readRange } from './byte-range.ts'

export interface FileResponse {
  key: string
  size: number
  /** The ETag without its quotes. It changes with the bytes. */
  etag: string
  contentType: string
  disposition: string
  /** The content security policy for a browser that opens the file as a page. */
  policy: string
}

/** Sends a file's bytes, the requested range of them, or 304 for a known ETag. */
export const sendFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  store: ObjectStore,
  object: FileResponse,
) => {
  const { key, size } = object
  const etag = `"${object.etag}"`
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    // A file can be personal, and the permission to read it can change at any moment.
    'cache-control': 'no-store',
    'content-security-policy': object.policy,
    'content-disposition': object.disposition,
  })
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()

  reply.type(object.contentType)
  const range = request.method === 'HEAD' ? null : rangeOf(request, object)
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${size}`).send()
  }
  if (range) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  }
  reply.header('content-length', range ? range.end - range.start + 1 : size)
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  return reply.send(await store.read(key, range ?? undefined))
}

/** Returns the part of a file that a request asks for, in the form of `readRange`. */
export const rangeOf = ({ headers }: FastifyRequest, { etag, size }: Pick<FileResponse, 'etag' | 'size'>) => {
  const ifRange = headers['if-range']
  return readRange(ifRange === undefined || ifRange === `"${etag}"` ? headers.range : undefined, size)
}

const isKnown = (header: string | undefined, etag: string) =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))

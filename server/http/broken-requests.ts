import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { ErrorResponse } from '#contract/errors.ts'
import { networkOf } from './network.ts'

const statuses: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}
const response: ErrorResponse = { message: 'The request is not valid', code: 'bad_request' }

/**
 * Responds to bytes that Node cannot parse as HTTP, such as a request with two different lengths: a proxy and the portal could each use
 * another one (request smuggling). Reads nothing else from that connection.
 */
export const answerBrokenRequest =
  (headers: Record<string, string>, log: FastifyBaseLogger) =>
  (error: Error & { code?: string }, socket: Socket) => {
    const { code = '' } = error
    if (code === 'ECONNRESET' || socket.destroyed) return
    log.info({ code, network: networkOf(socket.remoteAddress ?? '') }, 'a request was not HTTP')
    if (!socket.writable) return socket.destroy()
    const body = JSON.stringify(response)
    const all = {
      ...headers,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
    const head = [`HTTP/1.1 ${statuses[code] ?? '400 Bad Request'}`, ...lines].join('\r\n')
    socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy())
  }

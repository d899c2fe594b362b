import http, { type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'

/**
 * Sends a request and resolves with its response once the headers have arrived. Rejects when the signal is aborted, and when the other side
 * breaks off or switches to another protocol: Node then ends the request without an error, so only `close` shows it.
 */
export const requestResponse = (url: URL, options: RequestOptions & { signal: AbortSignal }, body = '') =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const { request } = url.protocol === 'http:' ? http : https
    request(url, options)
      .on('response', resolve)
      .on('upgrade', (_response, socket) => {
        socket.destroy()
        reject(new Error('It returned 101, which is not a response to this request.'))
      })
      .on('error', reject)
      .on('close', () => reject(new Error('It closed the connection without a response.')))
      .end(body)
  })

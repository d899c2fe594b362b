import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { buffer } from 'node:stream/consumers'

interface Options {
  method?: string
  /** The body of the request; an object is sent as JSON. */
  body?: object | Uint8Array
  headers?: Record<string, string>
}

/** Opens a client at an address of this machine, such as 127.0.0.9, with its cookies and with headers for each request. */
export const openClient = (url: string, localAddress: string, always: Record<string, string> = {}) => {
  const agent = new Agent({ keepAlive: true, localAddress })
  const cookies = new Map<string, string>()
  const { port, hostname } = new URL(url)

  const call = async (path: string, { method = 'GET', body, headers = {} }: Options = {}) => {
    const bytes = body instanceof Uint8Array ? body : body && Buffer.from(JSON.stringify(body))
    const sent = request({
      host: '127.0.0.1',
      port,
      servername: hostname,
      path,
      method,
      agent,
      headers: {
        host: new URL(url).host,
        ...(body && !(body instanceof Uint8Array) && { 'content-type': 'application/json' }),
        ...(bytes && { 'content-length': String(bytes.length) }),
        ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
        ...always,
        ...headers,
      },
    })
    sent.end(bytes)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    for (const cookie of response.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const received = await buffer(response)
    return {
      status: response.statusCode,
      headers: response.headers,
      /** How often the response has each header. */
      headerCounts: response.rawHeaders.reduce<Record<string, number>>((counts, name, index) => {
        if (index % 2 === 0) counts[name.toLowerCase()] = (counts[name.toLowerCase()] ?? 0) + 1
        return counts
      }, {}),
      bytes: received,
      json: () => JSON.parse(received.toString()),
    }
  }
  return {
    call,
    post: (path: string, body: object) => call(path, { method: 'POST', body }),
    close: () => agent.destroy(),
  }
}

export type Client = ReturnType<typeof openClient>

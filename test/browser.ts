import type { FastifyInstance, LightMyRequestResponse } from 'fastify'

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
type Headers = Record<string, string>

export interface Browser {
  /** The cookies that the browser sends, by name. */
  cookies: Map<string, string>
  /** The network address of the requests. Every browser has its own, so that rate limits count each separately. */
  address: string
  /** Sends one request as a page of the portal would, and stores the cookies of the response. Redirects are not followed. */
  send(method: Method, url: string, body?: unknown, headers?: Headers): Promise<LightMyRequestResponse>
  get(url: string, headers?: Headers): Promise<LightMyRequestResponse>
  post(url: string, body: unknown, headers?: Headers): Promise<LightMyRequestResponse>
  /** Sends a PUT request; the bytes of a Buffer are sent unchanged. */
  put(url: string, body: unknown, headers?: Headers): Promise<LightMyRequestResponse>
  remove(url: string): Promise<LightMyRequestResponse>
}

let browsers = 0

const nextAddress = () => {
  browsers += 1
  return `10.${(browsers >> 16) & 255}.${(browsers >> 8) & 255}.${browsers & 255}`
}

/** A browser as a server sees it. Headers given as `''` are left out. */
export const openBrowser = (app: FastifyInstance, address = nextAddress()): Browser => {
  const cookies = new Map<string, string>()

  const storeCookies = (response: LightMyRequestResponse) => {
    for (const { name, value, expires, maxAge } of response.cookies) {
      const gone = maxAge === 0 || (expires !== undefined && expires.getTime() <= Date.now())
      if (gone) cookies.delete(name)
      else cookies.set(name, value)
    }
  }

  const send: Browser['send'] = async (method, url, body, headers) => {
    const all: Headers = {
      'user-agent': 'Mozilla/5.0 (Test)',
      'sec-fetch-site': 'same-origin',
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    }
    const response = await app.inject({
      method,
      url,
      remoteAddress: address,
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')),
      payload: payloadOf(body),
    })
    storeCookies(response)
    return response
  }

  return {
    cookies,
    address,
    send,
    get: (url, headers) => send('GET', url, undefined, headers),
    post: (url, body, headers) => send('POST', url, body, headers),
    put: (url, body, headers) => send('PUT', url, body, headers),
    remove: (url) => send('DELETE', url),
  }
}

const payloadOf = (body: unknown) => {
  // Copy the bytes as a network would, since the server may reuse the memory that it receives.
  if (Buffer.isBuffer(body)) return Buffer.from(body)
  return body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
}

import type { Endpoint, Received, Sent } from '#contract/endpoint.ts'
import type { Call, Endpoints } from '#contract/endpoints.ts'
import type { ErrorCode, ErrorResponse } from '#contract/errors.ts'
import { backgroundHeader, idempotencyHeader, partnerHeader, totalHeader } from '#contract/headers.ts'
import { loadWhileLeaving, untilStayed } from './leaving.ts'
import { choiceHeaders } from './tab-choice.ts'

/** An unsuccessful response. The message of the error is the status, a colon and the unchanged text of the response. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | undefined
  /** The server's message for the user, if the response has one. */
  readonly serverMessage: string | undefined
  /** The server's message for each invalid field, by the name of the field; empty when the response names no fields. */
  readonly fields: Record<string, string>

  constructor(status: number, text: string) {
    super(`${status}: ${text}`)
    this.status = status
    const response = readResponse(text)
    this.code = response?.code
    this.serverMessage = response?.message
    this.fields = response?.fields ?? {}
  }
}

const readResponse = (text: string): Partial<ErrorResponse> | undefined => {
  try {
    return JSON.parse(text) as Partial<ErrorResponse>
  } catch {
    return undefined
  }
}

/** Sends a request once. A failure while the page is being left is reported only if the page stays after all. */
const sendWhileLeaving = <T>(send: () => Promise<T>) =>
  send().catch(async (error: unknown) => {
    await untilStayed()
    throw error
  })

type Content = {
  body?: unknown
  inBackground?: boolean
  outlivesPage?: boolean
  idempotencyKey?: string
  /** The partner that the request is for, if it is not the one of this tab. */
  partnerId?: string | undefined
}

// Browsers limit the bodies of `keepalive` requests to 64 KiB.
const maxLengthAfterPage = 20_000

const request = async (
  method: string,
  url: string,
  { body, inBackground = false, outlivesPage = false, idempotencyKey, partnerId }: Content = {},
) => {
  const headers = new Headers(choiceHeaders())
  if (inBackground) headers.set(backgroundHeader, '1')
  if (idempotencyKey) headers.set(idempotencyHeader, idempotencyKey)
  if (partnerId) headers.set(partnerHeader, partnerId)
  const isFile = body instanceof Blob
  if (body !== undefined) headers.set('content-type', isFile ? body.type : 'application/json')
  const sent = isFile ? body : (JSON.stringify(body) ?? null)
  const keepalive = outlivesPage && typeof sent === 'string' && sent.length <= maxLengthAfterPage
  const send = async () => {
    const response = await fetch(url, { method, credentials: 'include', headers, body: sent, keepalive })
    return { response, text: await response.text() }
  }
  const { response, text } = await (method === 'GET' ? loadWhileLeaving(send) : sendWhileLeaving(send))
  if (!response.ok) throw new ApiError(response.status, text || response.statusText)
  return { value: text ? JSON.parse(text) : undefined, headers: response.headers }
}

const nextOf = (headers: Headers) => /<([^<>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]

/** Reads an address. A list of more than 1,000 rows arrives in several responses, and all of them are read. */
const requestAll = async (url: string, content: Content = {}) => {
  const { value, headers } = await request('GET', url, content)
  const isPage = /[?&]limit=/.test(url)
  if (!Array.isArray(value) || isPage) return value
  for (let next = nextOf(headers); next; ) {
    const part = await request('GET', next, content)
    value.push(...part.value)
    next = nextOf(part.headers)
  }
  return value
}

type Given<E, K extends 'params' | 'query' | 'body'> =
  Sent<E, K> extends undefined ? { [key in K]?: undefined } : { [key in K]: Sent<E, K> }

type Input<E extends Endpoint> = Given<E, 'params'> & Given<E, 'body'> & { query?: Sent<E, 'query'> }

const partsOf = (name: Call) => name.split(' ') as [method: string, path: string]

const addressOf = (path: string, params: Record<string, string> = {}) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

/**
 * Calls an endpoint of the contract and returns its response.
 * @param name the method and the path of the endpoint
 * @param how `outlivesPage` if the request must arrive even when the page is closed in the meantime; `idempotencyKey` for a request that does
 * its work once, however often it is sent with this key; `partnerId` for a request that is not for the partner of this tab
 * @throws ApiError for every unsuccessful status; TypeError when the network is unavailable
 */
export const call = async <C extends Call>(
  name: C,
  input: Input<Endpoints[C]>,
  how: Pick<Content, 'outlivesPage' | 'idempotencyKey' | 'partnerId'> = {},
): Promise<Received<Endpoints[C]>> => {
  const [method, path] = partsOf(name)
  const address = addressOf(path, input.params as Record<string, string> | undefined)
  const search = new URLSearchParams((input.query ?? {}) as Record<string, string>).toString()
  return method === 'GET'
    ? requestAll(search ? `${address}?${search}` : address, how)
    : (await request(method, address, { ...how, body: input.body })).value
}

/**
 * Calls an endpoint whose body is a file, with the content type of the file.
 * @throws the same errors as `call`; also TypeError when the file can no longer be read
 */
export const sendFile = async <C extends Call>(
  name: C,
  file: Blob,
  query: Record<string, string> = {},
): Promise<Received<Endpoints[C]>> => {
  const [method, path] = partsOf(name)
  const search = new URLSearchParams(query).toString()
  const address = search ? `${path}?${search}` : path
  return (await request(method, address, { body: file })).value
}

export interface HowToRead {
  /** The statuses that mean that the thing does not exist, rather than a failure; the read then returns null. */
  nullOn?: readonly number[]
  /** Whether the page reads on its own, without an action of the user; such a read does not extend the session. */
  inBackground?: boolean
}

/** Reads an address. */
export const read = async <T>(
  url: string,
  { nullOn = [], inBackground = false }: HowToRead = {},
): Promise<T | null> => {
  try {
    return await requestAll(url, { inBackground })
  } catch (error) {
    if (error instanceof ApiError && nullOn.includes(error.status)) return null
    throw error
  }
}

/** The rows of one response, and how many rows the whole list has. */
export type Rows<R> = { rows: R[]; total: number }

/** Reads a page of a list. */
export const readPage = async <R>(
  url: string,
  how: Pick<HowToRead, 'inBackground'> = {},
): Promise<Rows<R>> => {
  const { value: rows, headers } = await request('GET', url, how)
  return { rows, total: Number(headers.get(totalHeader) ?? rows.length) }
}

import type { z } from 'zod'
import { addressOf, queryClient } from '#client/lib/query-client.ts'
import type { Endpoint, Received } from '#contract/endpoint.ts'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'

/** A call and what the client has sent with it. */
export interface Call {
  params: Record<string, string>
  query: URLSearchParams
  /** The body as parsed JSON; undefined without a body, and for a file. */
  body: unknown
}

/** The rows of one page and the total number of rows. */
type Page<T> = { page: T; total: number }

type ResponseBody<E extends Endpoint> = Received<E> | Page<Received<E>> | Response

type Handler = (call: Call) => Promise<Response>

interface Given {
  method: string
  path: RegExp
  names: string[]
  endpoint: Endpoint
  handle: Handler
}

const given: Given[] = []
let calls: string[] = []
let answered: string[] = []
let held: { name: string; opened: Promise<void> } | undefined
let unanswered: string[] = []
let refused: string[] = []

const schemaOf = ({ responses }: Endpoint) => Object.entries(responses)[0] as [string, z.ZodType] | undefined

/** Returns the response that the server would send. Fails for what the contract does not allow, so that tests show only what can occur. */
const encode = (endpoint: Endpoint, response: unknown) => {
  if (response instanceof Response) return response
  const [status, schema] = schemaOf(endpoint) ?? ['204']
  const isPage =
    typeof response === 'object' && response !== null && 'page' in response && 'total' in response
  const { page, total } = (isPage ? response : { page: response, total: undefined }) as Page<unknown>
  const headers = new Headers({ 'content-type': 'application/json' })
  if (total !== undefined) headers.set('x-total-count', String(total))
  const text = page === undefined ? null : JSON.stringify(page)
  if (schema && text) schema.parse(JSON.parse(text))
  return new Response(Number(status) === 204 ? null : text, { status: Number(status), headers })
}

/**
 * Answers the calls of an endpoint from now on, in place of any earlier answer.
 * @param value what the client receives, a page of a list with its total, a `Response` such as `refusal(…)`, or a function that makes
 *   one of them from the call
 */
export const answer = <const E extends Endpoint>(
  endpoint: E,
  value: ResponseBody<E> | ((call: Call) => ResponseBody<E> | Promise<ResponseBody<E>>),
) => {
  const names: string[] = []
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    names.push(name)
    return '([^/]+)'
  })
  given.unshift({
    method: endpoint.method,
    path: new RegExp(`^${path}$`),
    names,
    endpoint,
    handle: async (call) =>
      encode(endpoint, typeof value === 'function' ? await (value as (call: Call) => unknown)(call) : value),
  })
}

/** Records what the server's schemas would refuse in a call, so that no test relies on a response that the server would not send. */
const checkCall = (name: string, { params, query, body }: Endpoint, call: Call) => {
  const values = (key: string) => call.query.getAll(key)
  const sentQuery = [...call.query.keys()].map((key) => [
    key,
    values(key).length > 1 ? values(key) : values(key)[0],
  ])
  const sent = { params: call.params, query: Object.fromEntries(sentQuery), body: call.body }
  for (const [part, schema] of Object.entries({ params, query, body })) {
    const checked = schema?.safeParse(sent[part as keyof typeof sent])
    if (checked?.error) refused.push(`${name}, ${part}: ${checked.error.message}`)
  }
}

/** The response of a server that refuses or fails, by its error code. */
export const refusal = (code: ErrorCode, message = '', fields?: Record<string, string>) =>
  Response.json({ message, code, ...(fields && { fields }) }, { status: errorStatus[code] })

/** Fails as a request does without a network. */
export const noNetwork = (): never => {
  throw new TypeError('Failed to fetch')
}

let gates: (() => void)[] = []
let underWay = 0

/** A gate that delays a response until the gate is opened, so that a test sees what shows meanwhile. */
export const createGate = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  gates.push(resolve)
  return { opened: promise, open: resolve }
}

/**
 * Answers the calls that are left once a screen is gone, and the calls that these cause, such as the saving of drafts. Otherwise the next
 * test would receive them.
 */
export const answerTheRest = async () => {
  for (const open of gates) open()
  gates = []
  // The next call comes a few turns after a response. A response that a test never gives is not waited for.
  for (let turn = 0, quiet = 0; turn < 50 && quiet < 3; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve))
    quiet = underWay > 0 ? 0 : quiet + 1
  }
}

/** The calls so far, each as method and path. */
export const callsSoFar = () => [...calls]

/** The calls that have received their responses, each as method and path. */
export const answeredCalls = () => [...answered]

/** Forgets the calls so far, and delays the calls of this name (a method and a path) until the returned gate is opened. */
export const delayResponses = (name: string) => {
  const gate = createGate()
  held = { name, opened: gate.opened }
  calls = []
  answered = []
  return gate
}

/** The calls for which no test has given an answer, each as method and path, with the address of the screen. */
export const unansweredCalls = () => [...unanswered]

/** The parts of the calls so far that the server would have refused. */
export const refusedCalls = () => [...refused]

export const forgetAnswers = () => {
  given.length = 0
  calls = []
  answered = []
  held = undefined
  unanswered = []
  refused = []
}

// The body of an upload is the bytes of the file.
const isJson = ({ headers }: Request) => headers.get('content-type')?.includes('json')

/** Returns whether a query of the screen waits for a read. Otherwise a screen that is gone has sent it, whose queries were cleared. */
const isAwaited = (pathname: string) =>
  queryClient
    .getQueryCache()
    .getAll()
    .some(
      ({ queryKey, state }) =>
        state.fetchStatus === 'fetching' && addressOf(queryKey).split('?')[0] === pathname,
    )

/** Stands in for the network: responds with the answer that a test has given for the endpoint. */
export const answerFetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
  const request = new Request(input, init)
  const { pathname, searchParams } = new URL(request.url)
  const name = `${request.method} ${pathname}`
  calls.push(name)
  const found = given.find(({ method, path }) => method === request.method && path.test(pathname))
  if (!found) {
    // The address says which screen sent the call.
    if (request.method !== 'GET' || isAwaited(pathname))
      unanswered.push(`${name} at ${location.pathname}${location.search}`)
    return refusal('internal', `No answer is given for ${name}`)
  }
  const values = found.path.exec(pathname)?.slice(1).map(decodeURIComponent) ?? []
  underWay += 1
  try {
    const text = await request.text()
    if (held?.name === name) await held.opened
    const call: Call = {
      params: Object.fromEntries(found.names.map((each, index) => [each, values[index] ?? ''])),
      query: searchParams,
      body: text && isJson(request) ? JSON.parse(text) : undefined,
    }
    const response = await found.handle(call)
    if (response.ok) checkCall(name, found.endpoint, call)
    answered.push(name)
    return response
  } finally {
    underWay -= 1
  }
}

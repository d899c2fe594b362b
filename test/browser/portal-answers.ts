import type { z } from 'zod'
import type { Endpoint, Received } from '#contract/endpoint.ts'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'

/** A call with what the client has sent. */
export interface Call {
  params: Record<string, string>
  query: URLSearchParams
  /** Read as JSON; undefined without a body, and for a file. */
  body: unknown
}

/** The rows of one page, and how many there are in all. */
type Page<T> = { page: T; total: number }

type Answer<E extends Endpoint> = Received<E> | Page<Received<E>> | Response

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

const schemaOf = ({ answers }: Endpoint) => Object.entries(answers)[0] as [string, z.ZodType] | undefined

/** An answer as the server would write it. It fails for what the contract does not allow, so that no test shows what never comes. */
const encode = (endpoint: Endpoint, answer: unknown) => {
  if (answer instanceof Response) return answer
  const [status, schema] = schemaOf(endpoint) ?? ['204']
  const isPage = typeof answer === 'object' && answer !== null && 'page' in answer && 'total' in answer
  const { page, total } = (isPage ? answer : { page: answer, total: undefined }) as Page<unknown>
  const headers = new Headers({ 'content-type': 'application/json' })
  if (total !== undefined) headers.set('x-total-count', String(total))
  const text = page === undefined ? null : JSON.stringify(page)
  if (schema && text) schema.parse(JSON.parse(text))
  return new Response(Number(status) === 204 ? null : text, { status: Number(status), headers })
}

/**
 * Has calls of an endpoint answered from now on, also instead of an earlier answer.
 * @param value what the client receives, a page of a list with its total, a `Response` such as `refusal(…)`, or a function that makes
 *   one of them from the call
 */
export const answer = <const E extends Endpoint>(
  endpoint: E,
  value: Answer<E> | ((call: Call) => Answer<E> | Promise<Answer<E>>),
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

/** Notes what the server's schemas would refuse of a call, so that no test proves an answer that the server would not give. */
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

/** The answer of a server that refuses or fails, by its code. */
export const refusal = (code: ErrorCode, message = '', fields?: Record<string, string>) =>
  Response.json({ message, code, ...(fields && { fields }) }, { status: errorStatus[code] })

/** Fails as a request does while the network is away. */
export const noNetwork = (): never => {
  throw new TypeError('Failed to fetch')
}

let gates: (() => void)[] = []
let underWay = 0

/** Answers only once it is opened, for what shows meanwhile. */
export const createGate = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  gates.push(resolve)
  return { opened: promise, open: resolve }
}

/**
 * Answers what is still asked once a screen is gone, and what follows from that: what was typed is stored in a draft, call after call. The
 * next test would be asked it otherwise.
 */
export const answerTheRest = async () => {
  for (const open of gates) open()
  gates = []
  // An answer takes a few turns until the next call; one that a test never gives is not waited for.
  for (let turn = 0, quiet = 0; turn < 50 && quiet < 3; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve))
    quiet = underWay > 0 ? 0 : quiet + 1
  }
}

/** The calls so far, each as method and path. */
export const callsSoFar = () => [...calls]

/** The calls that have had their answers, each as method and path. */
export const answeredCalls = () => [...answered]

/** Forgets which calls there were, and has none of this name, a method and a path, answered before the returned gate is opened. */
export const delayAnswers = (name: string) => {
  const gate = createGate()
  held = { name, opened: gate.opened }
  calls = []
  answered = []
  return gate
}

/** Calls that no test has answered, each as method and path. */
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

// A file is sent as its bytes.
const isJson = ({ headers }: Request) => headers.get('content-type')?.includes('json')

/** Stands in for the network: what a test has given for an endpoint is the answer. */
export const answerFetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
  const request = new Request(input, init)
  const { pathname, searchParams } = new URL(request.url)
  const name = `${request.method} ${pathname}`
  calls.push(name)
  const found = given.find(({ method, path }) => method === request.method && path.test(pathname))
  if (!found) {
    unanswered.push(name)
    return refusal('internal', `No answer is given for ${name}`)
  }
  const values = found.path.exec(pathname)?.slice(1).map(decodeURIComponent) ?? []
  const text = await request.text()
  if (held?.name === name) await held.opened
  const call: Call = {
    params: Object.fromEntries(found.names.map((each, index) => [each, values[index] ?? ''])),
    query: searchParams,
    body: text && isJson(request) ? JSON.parse(text) : undefined,
  }
  underWay += 1
  try {
    const response = await found.handle(call)
    if (response.ok) checkCall(name, found.endpoint, call)
    answered.push(name)
    return response
  } finally {
    underWay -= 1
  }
}

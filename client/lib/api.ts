import type { Endpoint, Received, Sent } from '#contract/endpoint.ts'
import type { ErrorAnswer, ErrorCode } from '#contract/errors.ts'

/** An answer that was no success. Its message is the status, a colon and the answer's text, as it came. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | undefined
  /** What the server says to the person, where it says anything. */
  readonly said: string | undefined
  /** Each wrong field with what is wrong, where the server names fields. */
  readonly fields: Record<string, string>

  constructor(status: number, text: string) {
    super(`${status}: ${text}`)
    this.status = status
    const answer = readAnswer(text)
    this.code = answer?.code
    this.said = answer?.message
    this.fields = answer?.fields ?? {}
  }
}

const readAnswer = (text: string): Partial<ErrorAnswer> | undefined => {
  try {
    return JSON.parse(text) as Partial<ErrorAnswer>
  } catch {
    return undefined
  }
}

const request = async (method: string, url: string, body?: unknown): Promise<unknown> => {
  const response = await fetch(url, {
    method,
    credentials: 'include',
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const text = await response.text()
  if (!response.ok) throw new ApiError(response.status, text || response.statusText)
  return text ? JSON.parse(text) : undefined
}

type Given<E, K extends 'params' | 'query' | 'body'> =
  Sent<E, K> extends undefined ? { [key in K]?: undefined } : { [key in K]: Sent<E, K> }

type Input<E> = Given<E, 'params'> & Given<E, 'body'>

const addressOf = (path: string, params: Record<string, string> = {}) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

/**
 * Calls an endpoint of the contract and answers what it answers.
 * @throws ApiError for every status that is no success; TypeError when the network is away
 */
export const call = async <E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Received<E>> =>
  (await request(
    endpoint.method,
    addressOf(endpoint.path, input.params as Record<string, string> | undefined),
    input.body,
  )) as Received<E>

/**
 * Reads an address.
 * @param nullOn statuses that mean "there is none" rather than a failure
 */
export const read = async <T>(url: string, nullOn: readonly number[] = []): Promise<T | null> => {
  try {
    return (await request('GET', url)) as T
  } catch (error) {
    if (error instanceof ApiError && nullOn.includes(error.status)) return null
    throw error
  }
}

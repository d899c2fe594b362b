import type { z } from 'zod'

/**
 * The users who may call an endpoint. Staff (support and admin) may call everything up to their own level.
 * - `anyone`: also visitors who are not signed in
 * - `any-session`: every user who is signed in and not disabled
 * - `signed-in`: the same, except that staff who must have a passkey need a session in which a passkey or a recovery code was used;
 *   this also applies to all levels below
 * - `onboarded`: partners who have completed onboarding, and staff
 * - `staff`: support and admin
 * - `admin`: only admin
 *
 * Whether the requested thing belongs to the caller is checked in the feature's `access.ts`.
 */
export type Access = 'anyone' | 'any-session' | 'signed-in' | 'onboarded' | 'staff' | 'admin'

/**
 * The costs of calls that are more expensive than others. Each signed-in user has a budget per minute for each cost; beyond the budget,
 * the response is 429 with `Retry-After`. A `search` only counts if it has a search word.
 */
export const costs = ['search', 'export', 'import', 'upload'] as const
export type Cost = (typeof costs)[number]

/**
 * One endpoint of the API as a value: the server registers it, the client calls it, and the tests list it. The input of a schema
 * describes what is sent in JSON, and its output what code works with (a date is an ISO string in JSON and a Date in the server).
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}`
  access: Access
  summary: string
  /** Whether staff may call this write while they view the portal as a partner. */
  allowedWhileImpersonating?: true
  /** Whether pages call the endpoint on their own, so that a call does not extend the session. */
  inBackground?: true
  /** The budget of the user that a call uses. */
  cost?: Cost
  /**
   * The user must have confirmed within the last minutes that they are present: always, or only in a session that is older than
   * `signingStepUpHours`. Otherwise the response is 403 with `step_up_required`.
   */
  stepUp?: true | 'old-session'
  /**
   * Whether API tokens may call the endpoint, if their role and scope allow it. No token may call an endpoint that gives or takes a
   * user's access, changes what is signed, or is about the signed-in user.
   */
  byToken?: true
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The responses by status; empty for endpoints that respond with a redirect or a file. */
  responses: Partial<Record<200 | 201 | 202 | 204, z.ZodType>>
}

/** Declares an endpoint with its exact types. */
export const endpoint = <
  const Method extends Endpoint['method'],
  const Path extends Endpoint['path'],
  const Rest extends Omit<Endpoint, 'method' | 'path'>,
>(
  method: Method,
  path: Path,
  rest: Rest,
) => ({ method, path, ...rest })

type Schema<E, K extends string> = E extends Record<K, infer S extends z.ZodType> ? S : never

/** The `params`, `query` or `body` that the server's handler receives. */
export type Parsed<E, K extends 'params' | 'query' | 'body'> = [Schema<E, K>] extends [never]
  ? undefined
  : z.output<Schema<E, K>>

/** The `params`, `query` or `body` that the client sends. */
export type Sent<E, K extends 'params' | 'query' | 'body'> = [Schema<E, K>] extends [never]
  ? undefined
  : z.input<Schema<E, K>>

type ResponseSchema<E extends Endpoint> = Extract<E['responses'][keyof E['responses']], z.ZodType>

/** The response that the server's handler returns. */
export type ResponseBody<E extends Endpoint> = z.output<ResponseSchema<E>>

/** The response that the client receives. */
export type Received<E extends Endpoint> = z.input<ResponseSchema<E>>

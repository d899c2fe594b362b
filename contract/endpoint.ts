import type { z } from 'zod'

/**
 * Who may call an endpoint. Staff (support and admin) pass every level below their own.
 * - `anyone`: also a visitor who is not signed in
 * - `any-session`: every user who is signed in and not disabled
 * - `signed-in`: the same, but staff who must have a passkey only once it, or a recovery code, has proven their session; this holds
 *   for all levels below, too
 * - `onboarded`: partners who have completed onboarding, and staff
 * - `staff`: support and admin
 * - `admin`: admin alone
 *
 * Whether the requested thing belongs to the caller is decided by the feature's `access.ts`.
 */
export type Access = 'anyone' | 'any-session' | 'signed-in' | 'onboarded' | 'staff' | 'admin'

/**
 * What a call costs the portal more of than others. Each signed-in user has a budget of each by the minute; over it the answer is 429 with
 * `Retry-After`. A `search` counts only with a search word.
 */
export const costs = ['search', 'export', 'import', 'upload'] as const
export type Cost = (typeof costs)[number]

/**
 * One call of the API as one value: the server registers it, the client calls it, the tests enumerate it.
 * Schemas describe the wire on their input side and what code works with on their output side
 * (a date is an ISO string on the wire and a Date in the server).
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}`
  access: Access
  summary: string
  /** A write that is open to staff while they view the portal as a partner. */
  allowedWhileImpersonating?: true
  /** Sent by pages on their own: it does not extend the session. */
  inBackground?: true
  /** Which budget of the user it spends. */
  cost?: Cost
  /**
   * The user proves to be present within the last minutes, by signing in or in between: always, or only in a session that is
   * older than `signingStepUpHours`. Otherwise it answers 403 with `step_up_required`.
   */
  stepUp?: true | 'old-session'
  /**
   * API tokens may call it, if their role and scope allow it. No token may call an endpoint that gives or takes a person's access, changes
   * what is signed, or is about the person who is signed in.
   */
  byToken?: true
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** By status. Empty for endpoints that answer with a redirect or a file. */
  answers: Partial<Record<200 | 201 | 202 | 204, z.ZodType>>
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

/** What the server's handler receives as `params`, `query` or `body`. */
export type Parsed<E, K extends 'params' | 'query' | 'body'> = [Schema<E, K>] extends [never]
  ? undefined
  : z.output<Schema<E, K>>

/** What the client sends as `params`, `query` or `body`. */
export type Sent<E, K extends 'params' | 'query' | 'body'> = [Schema<E, K>] extends [never]
  ? undefined
  : z.input<Schema<E, K>>

type AnswerSchema<E extends Endpoint> = Extract<E['answers'][keyof E['answers']], z.ZodType>

/** What the server's handler returns. */
export type Answer<E extends Endpoint> = z.output<AnswerSchema<E>>

/** What the client receives. */
export type Received<E extends Endpoint> = z.input<AnswerSchema<E>>

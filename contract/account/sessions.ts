import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, idParams, isoDate, userParams } from '../fields.ts'
import { linkToken } from '../sign-in.ts'

/** The kind of a network address: in the caller's own network, this machine, in a private network, or any other. */
export const networks = ['current', 'machine', 'private', 'public'] as const

/** A browser in which the user is signed in. */
export const AccountSession = z.strictObject({
  id,
  isCurrent: z.boolean(),
  /** The browser and system, such as "Chrome on Windows". */
  browser: z.string(),
  isPhone: z.boolean(),
  /** The network address; empty if it is unknown. */
  address: z.string(),
  network: z.enum(networks),
  signedInAt: isoDate,
  /** When the session was last used, to the minute. */
  lastUsedAt: isoDate,
})
export type AccountSession = z.input<typeof AccountSession>

export const listOwnSessions = endpoint('GET', '/api/account/sessions', {
  access: 'signed-in',
  summary: "The caller's sessions: this one first, then the most recently used",
  responses: { 200: z.array(AccountSession) },
})

export const endOwnSession = endpoint('DELETE', '/api/account/sessions/:id', {
  access: 'signed-in',
  stepUp: true,
  summary: "Ends one of the caller's sessions",
  params: idParams,
  responses: { 204: z.void() },
})

const EndedSessions = z.strictObject({ ended: z.number().int() })

export const endOtherSessions = endpoint('POST', '/api/account/sessions/end-others', {
  access: 'signed-in',
  stepUp: true,
  summary: "Ends all of the caller's other sessions",
  responses: { 200: EndedSessions },
})

export const endSessionsOfUser = endpoint('POST', '/api/admin/users/:userId/sessions/end', {
  access: 'staff',
  stepUp: true,
  summary: 'Ends all sessions of a user, who can sign in again; only admins can end those of staff',
  params: userParams,
  responses: { 200: EndedSessions },
})

/** Reports a sign-in that was not the user's own, by the "This wasn't me" link of an email about the security of an account. */
export const reportSignIn = endpoint('POST', '/api/account/report', {
  access: 'anyone',
  summary: 'Ends all sessions and unfinished sign-ins of the account that got the emailed link',
  body: z.strictObject({ token: linkToken }),
  responses: { 200: EndedSessions },
})

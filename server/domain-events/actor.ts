import type { FastifyRequest } from 'fastify'
import { limits } from '#contract/limits.ts'
import type { Role } from '#contract/users/roles.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** The acting user. */
export interface Actor {
  id: string
  email: string
  firstName: string | null
  lastName: string | null
  role: Role
  /** The name in the user's partner profile. */
  fullName?: string | null
  /** The API token that acts for the user. */
  apiToken?: { id: string; name: string } | undefined
}

/** The display name of a user: their own, or else that of their partner profile, or else their email address. */
export const nameOf = (person: {
  firstName: string | null
  lastName: string | null
  fullName?: string | null
  email: string
}) => [person.firstName, person.lastName].filter(Boolean).join(' ') || person.fullName || person.email

/** The user who acts in a session. While staff view the portal as a partner, the member of staff acts. */
export const actorOf = (user: SignedInUser): Actor => user.impersonation?.by ?? user

/** The network address and the browser that sent a request. */
export const originOf = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>) => ({
  address: ip,
  browser: (headers['user-agent'] ?? '').slice(0, limits.userAgent),
})

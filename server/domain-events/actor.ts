import type { FastifyRequest } from 'fastify'
import { limits } from '#contract/fields.ts'
import type { Role } from '#contract/users/roles.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** The acting user. */
export interface Actor {
  id: string
  email: string
  firstName: string | null
  lastName: string | null
  role: Role
  /** Of their partner profile. */
  fullName?: string | null
  /** The API token that acts for them. */
  apiToken?: { id: string; name: string } | undefined
}

/** The display name of a person: their own, else that of their partner profile, else their email address. */
export const nameOf = (person: {
  firstName: string | null
  lastName: string | null
  fullName?: string | null
  email: string
}) => [person.firstName, person.lastName].filter(Boolean).join(' ') || person.fullName || person.email

/** Who acts in a session: while staff view the portal as a partner, they do. */
export const actorOf = (user: SignedInUser): Actor => user.impersonation?.by ?? user

/** The network address and the browser that sent a request. */
export const originOf = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>) => ({
  address: ip,
  browser: (headers['user-agent'] ?? '').slice(0, limits.userAgent),
})

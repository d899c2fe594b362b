import type { FastifyInstance } from 'fastify'
import { getCurrentUser } from '#contract/users.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'

export const registerUsers = (app: FastifyInstance, { sessions }: Deps) => {
  route(app, sessions, getCurrentUser, async ({ user }) => ({
    id: user.id,
    role: user.role,
    firstName: user.firstName,
    lastName: user.lastName,
    profileImageUrl: user.profileImageUrl,
    email: user.email,
  }))
}

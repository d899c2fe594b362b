import type { FastifyInstance } from 'fastify'
import { getProfile, saveProfile } from '#contract/partners/profile.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import { saveOwnProfile } from './actions.ts'
import { getProfileByUser } from './data.ts'

export const registerPartners = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, getProfile, async ({ user }) => {
    const profile = await getProfileByUser(db, user.id)
    if (!profile) throw notFound()
    return profile
  })

  route(app, sessions, saveProfile, async ({ user, body, reply }) => {
    const { profile, created } = await saveOwnProfile(db, user.id, body)
    reply.code(created ? 201 : 200)
    return profile
  })
}

import type { FastifyInstance } from 'fastify'
import { getCurrentUser, getPortal } from '#contract/session/session.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { clearEndedImpersonation, type SignedInUser } from '#server/sessions/data.ts'

export const registerSession = (app: FastifyInstance, { db, sessions, settings }: Deps) => {
  route(app, sessions, getCurrentUser, async ({ user }) => {
    // Who asks this learns that the view is over: from now on what they press is meant as their own.
    const ended = user.impersonation ? undefined : user.sess.viewing
    if (ended) await clearEndedImpersonation(db, user.sid, ended.until)
    return {
      id: user.id,
      role: user.role,
      firstName: user.firstName,
      lastName: user.lastName,
      profileImageUrl: user.profileImageUrl,
      email: user.email,
      ...(user.impersonation && { viewing: impersonationAnswer(user.impersonation) }),
    }
  })

  route(app, sessions, getPortal, async () => ({ companyName: settings.companyName }))
}

const impersonationAnswer = ({ by, partner, until }: NonNullable<SignedInUser['impersonation']>) => ({
  by: { id: by.id, firstName: by.firstName, lastName: by.lastName, email: by.email },
  partner,
  until,
})

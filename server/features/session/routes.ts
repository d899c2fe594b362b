import type { FastifyInstance } from 'fastify'
import { startImpersonation, stopImpersonation } from '#contract/session/impersonation.ts'
import { getCurrentUser, getPortal } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import { pick } from '#server/pick.ts'
import { recordSeenAt, type SignedInUser, setLastPartner } from '#server/sessions/data.ts'
import { clearEndedImpersonation } from '#server/sessions/impersonation/data.ts'
import { roleIn } from '#server/sessions/partner-rights.ts'
import * as impersonation from './impersonation/actions.ts'

export const registerSession = (app: FastifyInstance, { db, sessions, settings }: Deps) => {
  route(app, sessions, getCurrentUser, async ({ user }) => {
    // From this response on, the browser knows that the impersonation has ended, and the user makes later requests as themselves.
    const ended = user.impersonation ? undefined : user.sess.viewing
    if (ended) await clearEndedImpersonation(db, user.sid, ended.until)
    // A page reads the user first, so this is where a choice of another partner begins.
    const isNew = user.memberships.length > 1 && user.partnerId !== user.sess.partnerId
    if (isNew && user.partnerId && !user.impersonation) {
      await setLastPartner(db, user.sid, user.partnerId)
      await recordSeenAt(db, user.id, user.partnerId)
    }
    return {
      ...pick(user, 'id', 'role', 'firstName', 'lastName', 'profileImageUrl', 'email', 'partnerId'),
      partners: user.memberships.map((membership) => ({
        id: membership.partnerId,
        role: roleIn(membership),
        ...pick(membership, 'businessName', 'canSign', 'memberId', 'hasOtherMembers'),
      })),
      mayCreateProfile: user.mayCreateProfile && !isStaff(user.role),
      ...(user.fullName !== null && { fullName: user.fullName }),
      ...(user.passkeyRequiredFrom && {
        passkey: {
          isRegistered: user.hasPasskey,
          isRequired: user.needsPasskey,
          requiredFrom: user.passkeyRequiredFrom.toISOString(),
        },
      }),
      ...(user.impersonation && { viewing: impersonationResponse(user.impersonation) }),
    }
  })

  route(app, sessions, getPortal, async () => ({ companyName: settings.companyName }))

  route(app, sessions, startImpersonation, async ({ user, params, body }) =>
    impersonation.startImpersonation(db, user, { ...params, userId: body?.userId }),
  )

  route(app, sessions, stopImpersonation, async ({ user }) => impersonation.stopImpersonation(db, user))
}

const impersonationResponse = ({ by, partner, until }: NonNullable<SignedInUser['impersonation']>) => ({
  by: { id: by.id, firstName: by.firstName, lastName: by.lastName, email: by.email },
  partner,
  until,
})

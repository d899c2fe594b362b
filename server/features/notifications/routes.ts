import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/notifications/notifications.ts'
import { getEmailPreferences, updateEmailPreferences } from '#contract/notifications/preferences.ts'
import type { Deps } from '#server/deps.ts'
import { pagedOf } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { type BellReader, countNotifications, listNotifications, markSeen } from './data.ts'
import { getPreferences, savePreferences } from './preferences/data.ts'

const bellReader = ({ id, impersonation, partnerId }: SignedInUser): BellReader => ({
  userId: id,
  onlyOf: impersonation ? partnerId : null,
})

export const registerNotifications = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, contract.listNotifications, async ({ user, ...input }) => {
    const unseen = input.query.unseen ?? false
    return pagedOf(input, listNotifications, countNotifications, db, bellReader(user), unseen)
  })
  route(app, sessions, contract.countUnseenNotifications, async ({ user }) => ({
    count: await countNotifications(db, bellReader(user), true),
  }))
  route(app, sessions, contract.markNotificationsSeen, async ({ user, body }) => markSeen(db, user.id, body))

  route(app, sessions, getEmailPreferences, async ({ user }) => getPreferences(db, user.id))
  route(app, sessions, updateEmailPreferences, async ({ user, body }) => savePreferences(db, user.id, body))
}

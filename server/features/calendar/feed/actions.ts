import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { lockUser } from '#server/sessions/data.ts'
import { newToken } from '#server/sessions/sessions.ts'
import { calendarFeedCreated, calendarFeedRemoved, calendarFeedRenewed } from '../events.ts'
import * as data from './data.ts'

/** Creates the address of a user's calendar. An address that the user has stops working. */
export const createFeed = ({ db }: Pick<Deps, 'db'>, user: Actor) =>
  db.transaction(async (tx) => {
    // The lock makes concurrent calls run one after the other, so that the second one replaces the address of the first.
    await lockUser(tx, user.id)
    const former = await data.getFeed(tx, user.id)
    const feed = await data.saveFeed(tx, user.id, newToken())
    await record(tx, former ? calendarFeedRenewed : calendarFeedCreated, user, { user })
    return feed
  })

export const removeFeed = ({ db }: Pick<Deps, 'db'>, user: Actor) =>
  db.transaction(async (tx) => {
    if (await data.deleteFeed(tx, user.id)) await record(tx, calendarFeedRemoved, user, { user })
  })

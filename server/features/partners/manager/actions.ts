import type { Database, Executor } from '#server/db/client.ts'
import { type Actor, nameOf } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { listPartnersInGroup, storedGroup } from '#server/features/audience/groups/data.ts'
import { giveGroupManagers } from '#server/features/audience/membership/managers/data.ts'
import { lockTeamMemberForShare } from '#server/features/chat/inbox/data.ts'
import { wrongField } from '#server/http/app-error.ts'
import { groupManagerChanged, managerChanged } from '../events.ts'
import * as data from './data.ts'

/** Checks a partner manager, and returns their name. @throws AppError `bad_request` when they are not on the team */
export const requireManager = async (tx: Executor, id: string) => {
  const manager = await lockTeamMemberForShare(tx, id)
  if (!manager) throw wrongField('managerId', 'This staff member no longer exists.')
  return nameOf(manager)
}

/**
 * Sets the manager that partners of a group get, and gives them to its partners without one. Returns how many have changed.
 * @throws AppError `bad_request` when the group does not exist or the manager is not on the team
 */
export const setGroupManager = (
  db: Database,
  actor: Actor,
  { group: typed, managerId }: { group: string; managerId: string | null },
) =>
  db.transaction(async (tx) => {
    const name = managerId && (await requireManager(tx, managerId))
    const group = await storedGroup(tx, typed)
    const former = await data.setGroupManager(tx, group, managerId)
    if (!former) throw wrongField('group', 'This group no longer exists.')
    const changed = managerId ? await giveGroupManagers(tx, await listPartnersInGroup(tx, group)) : []
    const before = { manager: former.manager?.name ?? null }
    await record(tx, groupManagerChanged, actor, { group, before, after: { manager: name } })
    await record(tx, managerChanged, actor, ...changed.map((partner) => ({ partner })))
    return { changed: changed.length }
  })

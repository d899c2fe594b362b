import type { BulkKind } from '#contract/bulk-kinds.ts'
import { comparedText } from '#contract/compared-text.ts'
import type { BulkChange } from '#contract/partners/bulk.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { storedGroup } from '#server/features/audience/groups/data.ts'
import { setManager } from '#server/features/audience/membership/managers/data.ts'
import { messagePartners } from '#server/features/chat/broadcast/actions.ts'
import { lockTeamMemberForShare } from '#server/features/chat/inbox/data.ts'
import { changeGroups, inviteSelected } from '#server/features/users/actions.ts'
import { lockAdmins, lockUsers, type UserRow } from '#server/features/users/data.ts'
import { userGroupChanged, userInvited } from '#server/features/users/events.ts'
import { managerChanged, partnerReminded } from '../events.ts'
import { requireManager } from '../manager/actions.ts'
import { listManagedBy, listOwners } from '../manager/data.ts'
import { type ReminderValues, remindAll } from '../reminders/actions.ts'
import { addTags, removeTags } from '../tags/actions.ts'
import type { TagChange } from '../tags/data.ts'
import type { StepResult } from './data.ts'

/** What can be requested for many partners. Reminders have a call of their own. */
export type Change = BulkChange | (ReminderValues & { kind: 'remind' })
type ValuesOf<Kind extends BulkKind> = Extract<Change, { kind: Kind }>
export type Requested = Change['kind']

/** How one kind of bulk action is done. All functions run in a transaction. */
export interface KindOfAction<Values> {
  /** Whether the action waits some seconds before it begins, because it sends something. */
  sends?: true
  /** Checks the values when the action is requested. Returns what the audit log records of them. */
  check?: (tx: Executor, values: Values) => Promise<Record<string, unknown>>
  /** Does the action for some partners. It may run for partners who no longer exist. */
  run: (tx: Executor, actor: Actor, values: Values, partnerIds: string[]) => Promise<StepResult>
  /** Restores the former value of partners, except those whose value somebody has changed since. */
  restore?: (
    tx: Executor,
    actor: Actor,
    values: Values,
    partnerIds: string[],
    formerValue: string | null,
  ) => Promise<unknown>
}

// The audit log has one event for the whole action.
const remindedTogether = { ...partnerReminded, audit: undefined }
const groupChanged = { ...userGroupChanged, audit: undefined }
const invitedTogether = { ...userInvited, audit: undefined }

const changeManagerOf = async (
  tx: Executor,
  actor: Actor,
  partnerIds: string[],
  managerId: string | null,
) => {
  const changed = await setManager(tx, partnerIds, managerId)
  await record(tx, managerChanged, actor, ...changed.map((partner) => ({ partner })))
  return changed
}

/** Locks users, except erased ones. Admins are locked first, as wherever users change. */
const lockAll = async (tx: Executor, owners: { id: string }[]) => {
  await lockAdmins(tx)
  const locked = await lockUsers(
    tx,
    owners.map(({ id }) => id),
  )
  return locked.filter(({ erasedAt }) => !erasedAt)
}

const lockOwners = async (tx: Executor, partnerIds: string[]) => lockAll(tx, await listOwners(tx, partnerIds))

const formerGroups = (owners: UserRow[]) =>
  owners.flatMap(({ partnerId, partnerGroup }) =>
    partnerId ? [{ id: partnerId, formerValue: partnerGroup }] : [],
  )

// For each partner, the former value says which of the names of the action changed something: their places, such as `0,2`.
const formerTags = (names: string[], changes: TagChange[]) => {
  const compared = names.map(comparedText)
  return changes.map(({ id, added, removed }) => {
    const places = (added ?? removed ?? []).map((name) => compared.indexOf(comparedText(name)))
    return { id, formerValue: places.toSorted((one, other) => one - other).join(',') }
  })
}

const namesAt = (names: string[], places: string | null) =>
  (places ?? '').split(',').flatMap((place) => names[Number(place)] ?? [])

/** The kinds of bulk actions that can be requested. */
export const kindsOf = ({
  jobs,
}: Pick<Deps, 'jobs'>): { [Kind in Requested]: KindOfAction<ValuesOf<Kind>> } => ({
  manager: {
    check: async (tx, { managerId }) => ({ manager: managerId && (await requireManager(tx, managerId)) }),
    run: async (tx, actor, { managerId }, partnerIds) => {
      if (managerId) await requireManager(tx, managerId)
      return { changed: await changeManagerOf(tx, actor, partnerIds, managerId) }
    },
    restore: async (tx, actor, { managerId }, partnerIds, formerValue) => {
      const isStillStaff = formerValue && (await lockTeamMemberForShare(tx, formerValue))
      const unchanged = await listManagedBy(tx, partnerIds, managerId)
      await changeManagerOf(tx, actor, unchanged, isStillStaff ? formerValue : null)
    },
  },
  group: {
    check: async (_tx, { partnerGroup }) => ({ partnerGroup }),
    run: async (tx, actor, { partnerGroup }, partnerIds) => {
      const owners = await lockOwners(tx, partnerIds)
      return { changed: formerGroups(await changeGroups(tx, actor, owners, partnerGroup, groupChanged)) }
    },
    restore: async (tx, actor, { partnerGroup }, partnerIds, formerValue) => {
      const owners = await lockOwners(tx, partnerIds)
      const group = await storedGroup(tx, partnerGroup)
      const unchanged = owners.filter((owner) => owner.partnerGroup === group)
      await changeGroups(tx, actor, unchanged, formerValue, groupChanged)
    },
  },
  remind: {
    sends: true,
    check: async (_tx, { about, message }) => ({ about: about.kind, ...(message && { message }) }),
    run: async (tx, actor, values, partnerIds) => {
      const { reminded, leftOut } = await remindAll({ jobs }, tx, values, partnerIds)
      await record(tx, remindedTogether, actor, ...reminded.map((partner) => ({ partner })))
      return { changed: reminded.map(({ id }) => ({ id })), leftOut }
    },
  },
  message: {
    sends: true,
    run: (tx, actor, { message }, partnerIds) => messagePartners(tx, actor, partnerIds, message),
  },
  tag: {
    check: async (_tx, { names }) => ({ tags: names }),
    run: async (tx, actor, { names }, partnerIds) => {
      const { changes, full } = await addTags(tx, actor, partnerIds, names)
      return { changed: formerTags(names, changes), leftOut: { full } }
    },
    restore: (tx, actor, { names }, partnerIds, places) =>
      removeTags(tx, actor, partnerIds, namesAt(names, places)),
  },
  untag: {
    check: async (_tx, { names }) => ({ tags: names }),
    run: async (tx, actor, { names }, partnerIds) => ({
      changed: formerTags(names, await removeTags(tx, actor, partnerIds, names)),
    }),
    restore: (tx, actor, { names }, partnerIds, places) =>
      addTags(tx, actor, partnerIds, namesAt(names, places)),
  },
  invite: {
    sends: true,
    run: async (tx, actor, _values, partnerIds) => {
      const owners = await listOwners(tx, partnerIds)
      const waiting = owners.filter(({ hasSignedIn }) => !hasSignedIn)
      const { invited, leftOut } = await inviteSelected({ jobs }, tx, await lockAll(tx, waiting))
      await record(tx, invitedTogether, actor, ...invited.map((user) => ({ user })))
      return {
        changed: invited.flatMap(({ partnerId }) => (partnerId ? [{ id: partnerId }] : [])),
        leftOut: { ...leftOut, signed_in: owners.length - waiting.length },
      }
    },
  },
})

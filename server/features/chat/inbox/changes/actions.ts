import type { ConversationChange } from '#contract/chat/inbox.ts'
import { notify } from '#server/bus/data.ts'
import type { Database, Executor } from '#server/db/client.ts'
import { record } from '#server/domain-events/record.ts'
import { type AppError, notFound, wrongField } from '#server/http/app-error.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import * as events from '../../events.ts'
import { addLabels, removeLabels } from '../../labels/data.ts'
import { type ConversationRow, getConversations, lockTeamMemberForShare } from '../data.ts'
import * as data from './data.ts'

type Change = ConversationChange & { id: string }

/**
 * Assigns, closes, reopens, snoozes or labels conversations, all or none. Where nothing changes, nothing is recorded. Returns the
 * conversations that have changed, each with the change that undoes this one.
 * @param missing the error when one of the conversations does not exist
 * @throws AppError `bad_request` for an unknown member of staff, or a snooze that does not end in the future
 */
export const changeConversations = (
  db: Database,
  user: SignedInUser,
  changes: Change[],
  missing: () => AppError = () =>
    wrongField('changes', 'A selected conversation no longer exists. Reload and select again.'),
) =>
  db.transaction(async (tx) => {
    const ids = changes.map(({ id }) => id)
    await data.lockConversations(tx, ids)
    const former = await byId(tx, ids)
    if (former.size < ids.length) throw missing()
    await requirePossible(tx, changes)

    const states = changes.flatMap((change) => {
      const before = former.get(change.id)
      return before ? [stateAfter(before, change, user)] : []
    })
    await data.updateConversations(tx, states)
    await addLabels(tx, labelsIn(changes, 'addLabels'))
    await removeLabels(tx, labelsIn(changes, 'removeLabels'))

    const changed = await byId(tx, ids)
    const happened = ids.flatMap((id) => {
      const [before, after] = [former.get(id), changed.get(id)]
      const undo = before && after && undoOf(before, after)
      return undo && Object.keys(undo).length > 0 ? [{ before, after, undo }] : []
    })
    await recordChanges(tx, user, happened)
    if (happened.length > 0) await notify(tx, 'stale', 'inbox')
    return happened.map(({ after, undo }) => ({ id: after.id, before: undo }))
  })

/** Like `changeConversations`, for one; returns it as it is afterwards. @throws AppError `not_found` */
export const changeConversation = async (
  db: Database,
  user: SignedInUser,
  id: string,
  change: ConversationChange,
) => {
  await changeConversations(db, user, [{ id, ...change }], notFound)
  const [changed] = await getConversations(db, [id])
  if (!changed) throw notFound()
  return changed
}

/** Brings back the conversations whose snooze has ended. */
export const endSnoozes = (db: Database) =>
  db.transaction(async (tx) => {
    if ((await data.endSnoozes(tx, new Date())) > 0) await notify(tx, 'stale', 'inbox')
  })

const byId = async (tx: Executor, ids: string[]) =>
  new Map((await getConversations(tx, ids)).map((row) => [row.id, row]))

const requirePossible = async (tx: Executor, changes: Change[]) => {
  const now = new Date()
  if (changes.some(({ snoozedUntil }) => snoozedUntil && snoozedUntil <= now)) {
    throw wrongField('snoozedUntil', 'Choose a time in the future.')
  }
  // The staff are locked in the order of their ids, since another order could deadlock.
  for (const id of new Set(changes.flatMap(({ assignedTo }) => assignedTo ?? []).sort())) {
    if (!(await lockTeamMemberForShare(tx, id))) {
      throw wrongField('assignedTo', 'This staff member no longer exists.')
    }
  }
}

/** Returns the state after a change. Only open conversations are snoozed, so closing ends a snooze, and snoozing reopens. */
const stateAfter = (before: ConversationRow, change: Change, user: SignedInUser): data.ConversationState => {
  const { assignedTo = before.assignedTo?.id ?? null, closed, snoozedUntil = before.snoozedUntil } = change
  const isClosed = closed ?? (before.closedAt !== null && !change.snoozedUntil)
  const until = isClosed ? null : snoozedUntil
  const by = change.snoozedUntil ? user.id : before.snoozedBy?.id
  return {
    id: before.id,
    assignedTo,
    closedAt: isClosed ? (before.closedAt ?? new Date()) : null,
    snoozedUntil: until,
    snoozedBy: (until && by) || null,
  }
}

const labelsIn = (changes: Change[], field: 'addLabels' | 'removeLabels') =>
  changes.flatMap(({ id, [field]: names = [] }) => names.map((name) => ({ id, name })))

const namesOf = ({ labels }: ConversationRow) => labels.map(({ name }) => name)

/** Returns the change that makes a conversation what it was before; empty when nothing has changed. */
const undoOf = (before: ConversationRow, after: ConversationRow): ConversationChange => {
  const isReopened = (before.closedAt === null) !== (after.closedAt === null)
  const lost = namesOf(before).filter((name) => !namesOf(after).includes(name))
  const gained = namesOf(after).filter((name) => !namesOf(before).includes(name))
  return {
    ...(before.assignedTo?.id !== after.assignedTo?.id && { assignedTo: before.assignedTo?.id ?? null }),
    ...(isReopened && { closed: before.closedAt !== null }),
    ...(before.snoozedUntil?.getTime() !== after.snoozedUntil?.getTime() && {
      snoozedUntil: before.snoozedUntil,
    }),
    ...(lost.length > 0 && { addLabels: lost }),
    ...(gained.length > 0 && { removeLabels: gained }),
  }
}

type Happened = { before: ConversationRow; after: ConversationRow; undo: ConversationChange }

/** Records what happened to the conversations, each kind of change in one statement. */
const recordChanges = async (tx: Executor, user: SignedInUser, happened: Happened[]) => {
  const where = (has: (change: ConversationChange) => unknown) => happened.filter(({ undo }) => has(undo))
  const lines = (found: Happened[], fieldsOf?: (row: ConversationRow) => Record<string, unknown>) =>
    found.map(({ before, after }) => ({
      conversation: after,
      ...(fieldsOf && { before: fieldsOf(before), after: fieldsOf(after) }),
    }))
  const assigned = where(({ assignedTo }) => assignedTo !== undefined)
  const snoozed = where(({ snoozedUntil }) => snoozedUntil !== undefined)
  const until = ({ snoozedUntil }: ConversationRow) => ({ snoozedUntil })
  const steps = [
    [events.conversationAssigned, lines(assigned, (row) => ({ assignedTo: row.assignedTo?.id ?? null }))],
    [events.conversationClosed, lines(where(({ closed }) => closed === false))],
    [events.conversationReopened, lines(where(({ closed }) => closed === true))],
    [
      events.conversationSnoozed,
      lines(
        snoozed.filter(({ after }) => after.snoozedUntil),
        until,
      ),
    ],
    [
      events.conversationUnsnoozed,
      lines(
        snoozed.filter(({ after }) => !after.snoozedUntil && !after.closedAt),
        until,
      ),
    ],
    [
      events.conversationLabeled,
      lines(
        where((undo) => undo.addLabels ?? undo.removeLabels),
        (row) => ({ labels: namesOf(row).join(', ') }),
      ),
    ],
  ] as const
  for (const [event, occurred] of steps) await record(tx, event, user, ...occurred)
}

import type { markAttention } from '#contract/attention.ts'
import type { Parsed } from '#contract/endpoint.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { AppError, orNotFound, wrongField } from '#server/http/app-error.ts'
import { attentionBroughtBack, attentionDone, attentionSnoozed } from '../../events.ts'
import { getItem } from '../data.ts'
import { deleteMark, setMark } from './data.ts'

/** Marks an item as done, snoozes it until a time, or brings it back, unless it has happened again since it was read. */
export const markItem = (
  { db }: Pick<Deps, 'db'>,
  user: Actor,
  { id }: Parsed<typeof markAttention, 'params'>,
  { kind, since, mark }: Parsed<typeof markAttention, 'body'>,
) =>
  db.transaction(async (tx) => {
    if (mark?.until && mark.until <= new Date())
      throw wrongField('mark.until', 'Choose a time in the future.')
    const { name, at } = orNotFound(await getItem(tx, kind, id))
    if (mark && at > since) throw new AppError('conflict', 'This has changed since you read it.')
    // The moment is that of the server: a later one from the client would hide the item when it happens again.
    if (mark) await setMark(tx, { kind, subjectId: id, since: at, until: mark.until, markedBy: user.id })
    else await deleteMark(tx, kind, id)
    const event = mark ? (mark.until ? attentionSnoozed : attentionDone) : attentionBroughtBack
    await record(tx, event, user, { item: { id, name } })
  })

import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { operationalKinds } from '#contract/obligations/kinds.ts'
import type { Executor } from '#server/db/client.ts'
import { findRow } from '#server/db/rows.ts'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { obligations } from '#server/db/schema/obligations.ts'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { isNotDeleted, isOpen } from '#server/features/tasks/data.ts'
import { pick } from '#server/pick.ts'

const own = partnerActivations
const lastMoment = sql`coalesce(${own.endsAt}, ${own.activationDate})`

/** Returns what is stored in an activation for its day, with the end of the day after it: at its place, or for the user if it has no time zone. */
export const getDay = (db: Executor, id: string, userId: string) => {
  const zone = sql`coalesce(${own.timeZone}, (select ${users.timeZone} from ${users} where ${users.id} = ${userId}))`
  const there = sql`local_time(${lastMoment}, ${zone})`
  return findRow(
    db
      .select({
        ...pick(own, 'id', 'partnerId', 'stage', 'name', 'activationDate', 'endsAt', 'timeZone', 'place'),
        ...pick(own, 'description', 'arrival', 'contacts'),
        zone: sql<string>`${zone}`,
        until:
          sql<Date>`${lastMoment} + (date_trunc('day', ${there}) + interval '2 days' - ${there})`.mapWith(
            own.activationDate,
          ),
      })
      .from(own),
    eq(own.id, id),
  )
}

/** Lists the open tasks of the partner for an activation, with the days on which they are due in a time zone. */
export const listOpenTasks = (db: Executor, { id, partnerId, zone }: NonNullable<Found>) =>
  db
    .select({
      name: partnerTasks.taskName,
      dueOn: sql<string>`to_char(local_time(${partnerTasks.dueDate}, ${zone}), 'YYYY-MM-DD')`,
    })
    .from(partnerTasks)
    .where(
      and(eq(partnerTasks.activationId, id), eq(partnerTasks.partnerId, partnerId), isNotDeleted, isOpen),
    )
    .orderBy(asc(partnerTasks.dueDate), asc(partnerTasks.id))

type Found = Awaited<ReturnType<typeof getDay>>

/** Lists what the agreements of an activation ask of the people at the event, whether done or open, next due first. */
export const listForDay = (db: Executor, activationId: string) =>
  db
    .select(pick(obligations, 'kind', 'status', 'dueOn', 'time'))
    .from(obligations)
    .where(
      and(
        eq(obligations.activationId, activationId),
        inArray(obligations.kind, operationalKinds),
        ne(obligations.status, 'waived'),
      ),
    )
    .orderBy(asc(obligations.dueOn), asc(obligations.id))

import { sql } from 'drizzle-orm'
import type { NotificationKind } from '#contract/notifications/kinds.ts'
import type { Executor } from '#server/db/client.ts'
import { bundleMinutes, insertingNotifications } from '../../data.ts'
import { toMembers } from '../data.ts'

type EventKind = Extract<NotificationKind, `activation_${string}`>

const day = sql`to_char(local_time(own.activation_date, coalesce(own.time_zone, account.time_zone)), 'FMDay, Mon FMDD, YYYY, FMHH12:MI AM')`

/** Notifies the people of a partner of a change of an event that is not over. Several changes in a row are one piece of news. */
export const notifyOfEvent = (
  tx: Executor,
  kind: EventKind,
  activationId: string,
  { title, movedTasks }: { title: string; movedTasks: number },
) =>
  tx.execute(
    insertingNotifications(
      kind,
      sql`
        select member.user_id, ${title}::text || ': ' || own.name as title,
          ${day} || ${movedTasks > 0 ? ` · ${movedTasks === 1 ? '1 task' : `${movedTasks} tasks`} moved along` : ''}::text as detail,
          own.id as activation_id,
          coalesce((
            select last.occasion from notifications last
            where last.activation_id = own.id and last.user_id = member.user_id and last.kind = ${kind}::text
              and last.created_at > now() - make_interval(mins => ${bundleMinutes})
            order by last.created_at desc limit 1), own.id || ':' || extract(epoch from now())) as occasion
        from partner_activations own ${toMembers}
        where own.id = ${activationId} and coalesce(own.ends_at, own.activation_date) > now()`,
      ['detail', 'activation_id', 'occasion'],
      true,
    ),
  )

import { sql } from 'drizzle-orm'
import type { NotificationKind } from '#contract/notifications/kinds.ts'
import type { Executor } from '#server/db/client.ts'
import { bundleMinutes, insertingNotifications, insertNotifications } from '../../data.ts'
import { shortened, toMembers } from '../data.ts'

type EventKind = Extract<
  NotificationKind,
  'activation_moved' | 'activation_confirmed' | 'activation_canceled'
>

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

/**
 * Notifies of a comment on an activation: the people of its partner, or those staff who look after it: the partner manager, else whoever
 * created it, else all staff.
 */
export const notifyOfComment = (
  tx: Executor,
  kind: 'activation_comment' | 'activation_work',
  activationId: string,
  body: string,
) => {
  const detail = sql`${shortened(body)}::text as detail, own.id as activation_id`
  const title = sql`${'New comment: '}::text || own.name`
  return insertNotifications(
    tx,
    kind,
    kind === 'activation_comment'
      ? sql`select member.user_id, ${title} as title, ${detail}, null::uuid as partner_id
          from partner_activations own ${toMembers} where own.id = ${activationId}`
      : sql`select staff.id as user_id, ${title} || ' · ' || profile.business_name as title, ${detail}, own.partner_id
          from partner_activations own join partner_profiles profile on profile.id = own.partner_id
          left join users responsible on responsible.id = coalesce(profile.manager_id, own.created_by)
            and responsible.role <> 'user' and responsible.disabled_at is null
          join users staff on staff.role in ('support', 'admin') and (responsible.id is null or staff.id = responsible.id)
          where own.id = ${activationId}`,
    ['detail', 'activation_id', 'partner_id'],
  )
}

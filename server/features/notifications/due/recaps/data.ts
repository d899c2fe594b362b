import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { insertNotifications } from '../../data.ts'
import { toMembers } from '../../notify/data.ts'

/**
 * Asks the people of a partner for the recap of an event, in the morning after its last day at the place, once for each date of the event.
 * Returns the number of new notifications.
 */
export const askForRecaps = (db: Executor, now: Date) => {
  const moment = sql`${now.toISOString()}::timestamptz`
  // An event without a time zone is in that of its reader.
  const local = (at: ReturnType<typeof sql>) =>
    sql`local_time(${at}, coalesce(own.time_zone, account.time_zone))`
  const end = sql`coalesce(own.ends_at, own.activation_date)`
  return insertNotifications(
    db,
    'recap_due',
    sql`
      select member.user_id, 'How did ' || own.name || ' go?' as title,
        'Two numbers and a few photos are enough' as detail, own.id as activation_id,
        own.id || ':' || ${local(sql`own.activation_date`)}::date as occasion
      from partner_activations own ${toMembers} and member.onboarding_status = 'completed'
      -- The range lets an index find the rows. Older events are not asked about, such as those from before there were recaps.
      where tstzrange(own.activation_date, coalesce(own.ends_at, own.activation_date), '[]')
          && tstzrange(${moment} - interval '14 days', ${moment})
        and ${end} > ${moment} - interval '14 days'
        and ${local(moment)} >= date_trunc('day', ${local(end)}) + interval '1 day 9 hours'
        and own.stage <> 'canceled'
        and not exists (select from activation_recaps recap where recap.activation_id = own.id and recap.submitted_at is not null)`,
    ['detail', 'activation_id', 'occasion'],
  )
}

import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { canRead, isMember } from '../readers/data.ts'

/**
 * Stores the audience of announcements that have ended, and how many of it have read them: who joins later is not counted, and who leaves or is
 * erased still is. At most so many; those that another process has taken are left out. Returns how many it was.
 * @param id only this one
 */
export const freezeEnded = async (tx: Executor, { id, limit }: { id?: string; limit: number }) => {
  const { rowCount } = await tx.execute(sql`
    with news as materialized (
      select * from announcements
      where ends_at <= now() and ended_partners is null and ${id ? sql`id = ${id}` : sql`true`}
      order by ends_at, id limit ${limit} for no key update skip locked
    ), members as (
      insert into announcement_audiences (announcement_id, user_id)
      select news.id, account.id from news
      join partner_profiles as profile on profile.created_at <= news.ends_at
      join users as account on account.id = profile.user_id
      where ${canRead} and ${isMember}
      on conflict do nothing
      returning announcement_id, user_id
    ), counted as (
      select members.announcement_id as id, count(*) as partners, count(reads.user_id) as read
      from members
      left join announcement_reads as reads
        on reads.announcement_id = members.announcement_id and reads.user_id = members.user_id
      group by members.announcement_id)
    update announcements set ended_partners = coalesce(counted.partners, 0), ended_read = coalesce(counted.read, 0)
    from news left join counted on counted.id = news.id
    where announcements.id = news.id`)
  return rowCount ?? 0
}

/** Has an announcement that shows again be counted by its audience as it is. */
export const unfreeze = async (tx: Executor, id: string) => {
  await tx.execute(sql`delete from announcement_audiences where announcement_id = ${id}`)
  await tx.execute(sql`update announcements set ended_partners = null, ended_read = null where id = ${id}`)
}

import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { canRead, isMember, readsOfPartners } from '../readers/data.ts'

/**
 * Stores the audience of announcements that have ended, and how many of it have read them. Partners who join later are not counted, and
 * those who leave or are erased still are. Skips announcements that another process has locked. Returns the number of announcements.
 * @param id freezes only this announcement
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
      where ${canRead} and ${isMember(sql`select id from news`)}
      on conflict do nothing
      returning announcement_id, user_id
    ), counted as (
      select members.announcement_id as id, count(*) as partners, count(reads.read_at) as read
      from members
      join partner_profiles as profile on profile.user_id = members.user_id
      left join ${readsOfPartners(sql`select id from news`)} as reads
        on reads.announcement_id = members.announcement_id and reads.partner_id = profile.id
      group by members.announcement_id)
    update announcements set ended_partners = coalesce(counted.partners, 0), ended_read = coalesce(counted.read, 0)
    from news left join counted on counted.id = news.id
    where announcements.id = news.id`)
  return rowCount ?? 0
}

/** Deletes the stored audience of an announcement that shows again, so that its current audience is counted. */
export const unfreeze = async (tx: Executor, id: string) => {
  await tx.execute(sql`delete from announcement_audiences where announcement_id = ${id}`)
  await tx.execute(sql`update announcements set ended_partners = null, ended_read = null where id = ${id}`)
}

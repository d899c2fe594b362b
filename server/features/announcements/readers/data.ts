import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ReaderFilter } from '#contract/announcements.ts'
import type { Page } from '#contract/paging.ts'
import { isInAudience } from '#server/db/audience.ts'
import type { Executor } from '#server/db/client.ts'
import { announcementReads, announcements } from '#server/db/schema/announcements.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { pick } from '#server/pick.ts'

/** Whether a user can read announcements; uses the alias `account`. Users who became staff get none. */
export const canRead = sql`account.disabled_at is null and account.role = 'user'`

const ofUser = sql`partner_profiles as profile join users as account on account.id = profile.user_id and ${canRead}`

/**
 * Whether a partner is in the audience of one of these announcements; uses the aliases `news`, `profile` and `account`.
 * @param ids a list or query of announcements
 */
export const isMember = (ids: SQL) =>
  isInAudience(
    sql`select chosen.id, unnest(chosen.audience) from announcements chosen where chosen.id in (${ids})`,
    sql`news.id`,
  )

export type Readers = { partners: number; read: number; joinedLater?: number }

/** Counts the partners who are in the audience of an announcement now but were not when it ended. */
export const countJoinedLater = async (db: Executor, id: string) => {
  const { rows } = await db.execute<{ partners: number }>(sql`
    select count(*)::int as partners from ${ofUser} join announcements as news on news.id = ${id}
    where ${isMember(sql`${id}::uuid`)} and not exists (
      select from announcement_audiences as member where member.announcement_id = news.id and member.user_id = account.id)`)
  return rows[0]?.partners ?? 0
}

/**
 * Selects when anyone of each partner first read each of these announcements, and first dismissed it.
 * @param ids a list or query of announcements, which is read once, not for each partner
 */
export const readsOfPartners = (ids: SQL) => sql`(
  select announcement_id, partner_id, min(read_at) as read_at, min(dismissed_at) as dismissed_at
  from announcement_reads, unnest(partner_ids) as partner_id
  where announcement_id in (${ids}) group by announcement_id, partner_id)`

/** Counts for each announcement the partners in its audience, and for how many of them somebody has read it. */
export const countReadersOfEach = async (db: Executor, ids: string[]) => {
  if (ids.length === 0) return new Map<string, Readers>()
  // Partners are counted once for all announcements, since counting them for each would be slow.
  const { rows } = await db.execute<{ id: string } & Readers>(sql`
    with groups as materialized (
      select account.partner_group as name, count(*) as partners from ${ofUser} group by account.partner_group),
    news as materialized (select * from announcements where id = any(${sql.param(ids)}::uuid[])),
    reads as materialized (
      select news.id, count(*) as read
      from news
      join ${readsOfPartners(sql`select id from news`)} as reads on reads.announcement_id = news.id
      join (${ofUser}) on profile.id = reads.partner_id
      where ${isMember(sql`select id from news`)} group by news.id)
    select news.id, coalesce(reads.read, 0)::int as read,
      (case when 'everyone' = any(news.audience) then (select coalesce(sum(partners), 0) from groups)
        else coalesce((select partners from groups where name = news.assigned_group), 0) + (
          select count(*) from ${ofUser}
          where profile.id = any(news.assigned_partner_ids::uuid[])
            and account.partner_group is distinct from news.assigned_group)
        end)::int as partners
    from news left join reads on reads.id = news.id`)
  return new Map(rows.map(({ id, partners, read }) => [id, { partners, read }]))
}

/**
 * Selects the partners who are in the audience of these announcements and have not read them, as `partner_id`, `id` and `title`. It leaves
 * out announcements that do not show.
 * @param partnerIds only these partners
 */
export const unreadAnnouncements = (ids: string[], partnerIds?: string[]) => sql`
  select profile.id as partner_id, news.id, news.title
  from ${ofUser}
  join announcements as news on news.id = any(${sql.param(ids)}::uuid[])
    and news.publish_at <= now() and (news.ends_at is null or news.ends_at > now())
  left join ${readsOfPartners(sql`select unnest(${sql.param(ids)}::uuid[])`)} as reads
    on reads.announcement_id = news.id and reads.partner_id = profile.id
  where ${isMember(sql`select unnest(${sql.param(ids)}::uuid[])`)} and reads.read_at is null
    and ${partnerIds ? sql`profile.id = any(${sql.param(partnerIds)}::uuid[])` : sql`true`}`

const profile = alias(partnerProfiles, 'profile')
const account = alias(users, 'account')
const news = alias(announcements, 'news')

const membersOf = (db: Executor, id: string, show: ReaderFilter | undefined) =>
  db
    .select({
      ...pick(profile, 'id', 'fullName', 'businessName'),
      readAt: sql`reads.read_at`.mapWith(announcementReads.readAt).as('read_at'),
      dismissedAt: sql`reads.dismissed_at`.mapWith(announcementReads.dismissedAt).as('dismissed_at'),
    })
    .from(profile)
    .innerJoin(account, eq(account.id, profile.userId))
    .innerJoin(news, eq(news.id, id))
    .leftJoin(sql`${readsOfPartners(sql`${id}::uuid`)} as reads`, sql`reads.partner_id = ${profile.id}`)
    .where(
      and(
        sql`case when ${news.endedPartners} is null then ${canRead} and ${isMember(sql`${id}::uuid`)}
          else exists (select from announcement_audiences as member
            where member.announcement_id = ${news.id} and member.user_id = ${account.id}) end`,
        show === 'read' ? sql`reads.read_at is not null` : undefined,
        show === 'unread' ? sql`reads.read_at is null` : undefined,
      ),
    )

/** Lists the partners in the audience, by name. */
export const listReaders = (
  db: Executor,
  id: string,
  show: ReaderFilter | undefined,
  { page, limit }: Page,
) =>
  membersOf(db, id, show)
    .orderBy(asc(profile.fullName), asc(profile.id))
    .limit(limit)
    .offset((page - 1) * limit)

export const countReaders = (db: Executor, id: string, show: ReaderFilter | undefined) =>
  db.$count(membersOf(db, id, show).as('members'))

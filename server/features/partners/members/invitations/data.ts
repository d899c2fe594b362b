import { type SQL, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { invitationKinds } from '#contract/partners/invitations.ts'
import type { Executor } from '#server/db/client.ts'
import { displayName } from '#server/db/user-names.ts'

/** An open invitation of a user. */
export interface InvitationRow {
  id: string
  kind: (typeof invitationKinds)[number]
  partnerId: string
  businessName: string
  invitedBy: string | null
  title: string | null
  canSign: boolean
  invitedAt: Date
}

type Invited = { id: string; email: string }

/** The SQL of the open invitations to a user's address, to partners that the user does not belong to, and of the offers of ownership. */
const invitationsTo = ({ id, email }: Invited) => sql`
  partner_members member join partner_profiles profile on profile.id = member.partner_id
  where ((member.user_id = ${id} and member.ownership_offered_at is not null)
    or (member.user_id is null and lower(member.email) = ${email.toLowerCase()}
      and not exists (select from partner_members own where own.partner_id = member.partner_id and own.user_id = ${id})))`

const inviterId = sql`case when member.user_id is null then member.invited_by else member.ownership_offered_by end`

const selectInvitations = async (db: Executor, user: Invited, rest: SQL) => {
  const { rows } = await db.execute<Record<keyof InvitationRow, unknown>>(sql`
    select found.*, case when inviter.role = 'user' then ${displayName('inviter', sql`found."ownerName"`)} end as "invitedBy"
    from (
      select member.id, case when member.user_id is null then 'membership' else 'ownership' end as kind,
        member.partner_id as "partnerId", profile.business_name as "businessName", member.title, member.can_sign as "canSign",
        coalesce(member.ownership_offered_at, member.invited_at) as "invitedAt", ${inviterId} as "inviterId",
        case when profile.user_id = ${inviterId} then profile.full_name end as "ownerName"
      from ${invitationsTo(user)} ${rest}) found
    left join users inviter on inviter.id = found."inviterId"
    order by found."invitedAt" desc, found.id`)
  return rows.map(({ id, kind, partnerId, businessName, invitedBy, title, canSign, invitedAt }) => ({
    ...({ id, kind, partnerId, businessName, invitedBy, title, canSign } as Omit<InvitationRow, 'invitedAt'>),
    invitedAt: new Date(String(invitedAt)),
  }))
}

/** Lists the open invitations of a user, the newest first. An inviter who is staff stays without a name. */
export const listInvitations = (
  db: Executor,
  user: Invited,
  { page, limit }: Page,
): Promise<InvitationRow[]> =>
  selectInvitations(
    db,
    user,
    sql`order by "invitedAt" desc, member.id limit ${limit} offset ${(page - 1) * limit}`,
  )

export const countInvitations = async (db: Executor, user: Invited) => {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from ${invitationsTo(user)}`,
  )
  return rows[0]?.total ?? 0
}

/** Returns the open invitation of a user with this id; undefined if there is none. */
export const getInvitation = async (
  db: Executor,
  user: Invited,
  id: string,
): Promise<InvitationRow | undefined> => {
  const [invitation] = await selectInvitations(db, user, sql`and member.id = ${id}`)
  return invitation
}

/**
 * Returns the person whom an invitation or an offer of ownership is for: the user with that address, or only the address, with the id of the
 * inviter. Undefined when the invitation is withdrawn.
 */
export const getReader = async (db: Executor, memberId: string) => {
  const { rows } = await db.execute<{
    id: string
    email: string
    invitedBy: string | null
    canJoin: boolean
  }>(sql`
    select coalesce(account.id, member.id) as id, coalesce(account.email, member.email) as email,
      case when member.user_id is null then member.invited_by else member.ownership_offered_by end as "invitedBy",
      account.id is null or (account.role = 'user' and account.disabled_at is null) as "canJoin"
    from partner_members member
    left join users account on account.id = member.user_id or (member.user_id is null and lower(account.email) = lower(member.email))
    where member.id = ${memberId}`)
  return rows[0]
}

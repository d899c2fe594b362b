import { sql } from 'drizzle-orm'
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

/**
 * Lists the open invitations of a user, the newest first: those to their address, and offers of ownership. Staff stay without a name, and
 * invitations of partners that the user belongs to already are left out.
 */
export const listInvitations = async (
  db: Executor,
  user: { id: string; email: string },
  id?: string,
): Promise<InvitationRow[]> => {
  const { rows } = await db.execute<Record<keyof InvitationRow, unknown>>(sql`
    select member.id, case when member.user_id is null then 'membership' else 'ownership' end as kind,
      member.partner_id as "partnerId", profile.business_name as "businessName", member.title, member.can_sign as "canSign",
      case when inviter.role = 'user' then ${displayName('inviter', sql`case when inviter.id = profile.user_id then profile.full_name end`)} end
        as "invitedBy",
      coalesce(member.ownership_offered_at, member.invited_at) as "invitedAt"
    from partner_members member
    join partner_profiles profile on profile.id = member.partner_id
    left join users inviter on inviter.id = case when member.user_id is null then member.invited_by else member.ownership_offered_by end
    where ${id ? sql`member.id = ${id}` : sql`true`} and (
      (member.user_id = ${user.id} and member.ownership_offered_at is not null)
      or (member.user_id is null and lower(member.email) = ${user.email.toLowerCase()}
        and not exists (select from partner_members own where own.partner_id = member.partner_id and own.user_id = ${user.id})))
    order by "invitedAt" desc, member.id`)
  return rows.map((row) => ({
    ...(row as unknown as InvitationRow),
    invitedAt: new Date(String(row.invitedAt)),
  }))
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

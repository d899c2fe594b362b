import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'

/** A partner whose manager has changed, and the manager that it had before. */
export interface FormerManager extends Record<string, unknown> {
  id: string
  fullName: string
  formerValue: string | null
}

/**
 * Sets partner managers. The conversation of each partner follows, unless somebody else than the former manager looks after it. Returns the
 * partners that have changed.
 * @param wanted selects `id`, a partner, and `manager_id`
 */
const changeManagers = async (tx: Executor, wanted: SQL) => {
  const { rows } = await tx.execute<FormerManager>(sql`
    with wanted as (${wanted}), former as (
      select profile.id, profile.full_name, profile.manager_id as former_id, wanted.manager_id
      from partner_profiles profile join wanted on wanted.id = profile.id
      where profile.manager_id is distinct from wanted.manager_id
      order by profile.id for no key update of profile
    ), changed as (
      update partner_profiles profile set manager_id = former.manager_id from former where profile.id = former.id
    ), followed as (
      update chat_conversations chat set assigned_to = former.manager_id from former
      where chat.partner_id = former.id and (chat.assigned_to is null or chat.assigned_to = former.former_id)
    )
    select id, full_name as "fullName", former_id as "formerValue" from former`)
  return rows
}

const listed = (partnerIds: string[]) => sql`${sql.param(partnerIds)}::uuid[]`

/** Sets the manager of partners; null for none. Returns the partners that have changed. */
export const setManager = (tx: Executor, partnerIds: string[], managerId: string | null) =>
  changeManagers(
    tx,
    sql`select id, ${managerId}::uuid as manager_id from unnest(${listed(partnerIds)}) as named (id)`,
  )

/** Gives the partners of one manager to another, except erased ones. Returns the partners that have changed. */
export const replaceManager = (tx: Executor, formerId: string, managerId: string) =>
  changeManagers(
    tx,
    sql`
    select profile.id, ${managerId}::uuid as manager_id
    from partner_profiles profile join users owner on owner.id = profile.user_id and owner.erased_at is null
    where profile.manager_id = ${formerId}`,
  )

/** Gives partners without a manager the manager of their group, if it has one who can act. Returns the partners that have changed. */
export const giveGroupManagers = (tx: Executor, partnerIds: string[]) =>
  changeManagers(
    tx,
    sql`
    select profile.id, staff.id as manager_id
    from partner_profiles profile join users owner on owner.id = profile.user_id
    join partner_groups own_group on own_group.name = owner.partner_group
    join users staff on staff.id = own_group.manager_id and staff.role <> 'user' and staff.disabled_at is null
    where profile.id = any(${listed(partnerIds)}) and profile.manager_id is null`,
  )

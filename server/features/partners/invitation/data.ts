import { eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { findRow, lockRow } from '#server/db/rows.ts'
import { partnerInvitations } from '#server/db/schema/partner-invitations.ts'
import { namedUser } from '#server/db/user-names.ts'
import { pick } from '#server/pick.ts'

type NamedSet = { id: string; name: string }

const existingSets = sql`from task_sets where id = any("partner_invitations"."set_ids")`

const columns = {
  sets: sql<NamedSet[]>`coalesce((
    select json_agg(json_build_object('id', id, 'name', name) order by lower(name)) ${existingSets}), '[]')`,
  setsGone: sql<number>`cardinality("partner_invitations"."set_ids") - (select count(*)::int ${existingSets})`,
  invitedBy: namedUser('"partner_invitations"."invited_by"'),
  ...pick(partnerInvitations, 'personalLine', 'createdAt', 'updatedAt'),
}

const isOf = (partnerId: string) => eq(partnerInvitations.partnerId, partnerId)

/** Returns what waits with the invitation of a partner; undefined once the profile is confirmed. */
export const getInvitation = (db: Executor, partnerId: string) =>
  findRow(db.select(columns).from(partnerInvitations), isOf(partnerId))

/** Returns the invitation of a partner, locked until the transaction ends. */
export const lockInvitation = (tx: Executor, partnerId: string) =>
  lockRow(tx.select().from(partnerInvitations), isOf(partnerId), 'no key update')

export const insertInvitations = async (tx: Executor, rows: (typeof partnerInvitations.$inferInsert)[]) => {
  await tx.insert(partnerInvitations).values(rows)
}

export const updateInvitation = async (
  tx: Executor,
  partnerId: string,
  change: Pick<typeof partnerInvitations.$inferInsert, 'setIds' | 'personalLine'>,
) => {
  await tx.update(partnerInvitations).set(change).where(isOf(partnerId))
}

/** Deletes the invitation of a partner, and returns it. */
export const takeInvitation = async (tx: Executor, partnerId: string) => {
  const [taken] = await tx
    .delete(partnerInvitations)
    .where(isOf(partnerId))
    .returning(pick(partnerInvitations, 'setIds', 'invitedBy'))
  return taken
}

/** Returns those of these that exist and are no plans, sorted by name. They cannot be deleted until the transaction ends. */
export const lockSets = async (tx: Executor, ids: string[]): Promise<NamedSet[]> => {
  const { rows } = await tx.execute<NamedSet>(
    sql`select id, name from task_sets where id = any(${sql.param(ids)}::uuid[]) and given_when <> 'event' order by lower(name) for key share`,
  )
  return rows
}

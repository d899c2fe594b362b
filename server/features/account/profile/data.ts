import { eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { users } from '#server/db/schema/users.ts'
import { orNotFound } from '#server/http/app-error.ts'
import { pick } from '#server/pick.ts'

const columns = {
  ...pick(users, 'email', 'firstName', 'lastName', 'timeZone', 'isTimeZoneChosen', 'profileImageUrl'),
}

/** @throws AppError `not_found` for a user who was deleted meanwhile */
export const getOwnAccount = async (db: Executor, id: string) => {
  const [account] = await db.select(columns).from(users).where(eq(users.id, id))
  return orNotFound(account)
}

/** Returns the account, locked until the transaction ends. @throws AppError `not_found` */
export const lockOwnAccount = async (db: Executor, id: string) => {
  const [account] = await db.select(columns).from(users).where(eq(users.id, id)).for('no key update')
  return orNotFound(account)
}

export const updateOwnAccount = async (
  db: Executor,
  id: string,
  change: Pick<typeof users.$inferInsert, 'firstName' | 'lastName' | 'timeZone' | 'isTimeZoneChosen'>,
) => {
  await db.update(users).set(change).where(eq(users.id, id))
}

/** Leaves `updatedAt` unchanged, since no other editor's form could overwrite this change. */
export const setBrowserZone = async (db: Executor, id: string, timeZone: string) => {
  await db.execute(sql`
    update ${users} set time_zone = ${timeZone}
    where id = ${id} and not is_time_zone_chosen and time_zone is distinct from ${timeZone}`)
}

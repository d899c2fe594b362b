import { eq, getTableColumns } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'

const { searchText: _search, ...columns } = getTableColumns(partnerProfiles)

export const profileColumns = columns

export const getProfileByUser = async (db: Executor, userId: string) => {
  const [profile] = await db
    .select(profileColumns)
    .from(partnerProfiles)
    .where(eq(partnerProfiles.userId, userId))
  return profile
}

// Weaker than `update`: it does not block inserts that refer to the partner.
const lock = 'no key update'

/** Locked until the transaction ends, so that changes of a partner's onboarding happen one after the other. */
export const lockProfileByUser = async (db: Executor, userId: string) => {
  const [profile] = await db
    .select(profileColumns)
    .from(partnerProfiles)
    .where(eq(partnerProfiles.userId, userId))
    .for(lock)
  return profile
}

export const getProfile = async (db: Executor, id: string) => {
  const [profile] = await db.select(profileColumns).from(partnerProfiles).where(eq(partnerProfiles.id, id))
  return profile
}

/** Locked until the transaction ends. */
export const lockProfile = async (db: Executor, id: string) => {
  const [profile] = await db
    .select(profileColumns)
    .from(partnerProfiles)
    .where(eq(partnerProfiles.id, id))
    .for(lock)
  return profile
}

/** Prevents the partner's deletion until the transaction ends. */
export const lockProfileForShare = async (db: Executor, id: string) => {
  const [profile] = await db
    .select({ id: partnerProfiles.id, fullName: partnerProfiles.fullName })
    .from(partnerProfiles)
    .where(eq(partnerProfiles.id, id))
    .for('key share')
  return profile
}

export type PartnerProfileRow = NonNullable<Awaited<ReturnType<typeof getProfileByUser>>>

/** Undefined when the user has a profile already. */
export const createProfile = async (db: Executor, profile: typeof partnerProfiles.$inferInsert) => {
  const [row] = await db
    .insert(partnerProfiles)
    .values(profile)
    .onConflictDoNothing()
    .returning(profileColumns)
  return row
}

export const updateProfile = async (
  db: Executor,
  id: string,
  change: Partial<typeof partnerProfiles.$inferInsert>,
) => {
  const [row] = await db
    .update(partnerProfiles)
    .set(change)
    .where(eq(partnerProfiles.id, id))
    .returning(profileColumns)
  if (!row) throw new Error('the profile to update was not found')
  return row
}

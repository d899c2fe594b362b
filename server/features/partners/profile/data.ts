import { asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { findRow, lockRow } from '#server/db/rows.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'

// Partners read their own profile, so it has neither the text of searches nor the manager, of whom they read only what the contact shows.
const {
  searchText: _search,
  managerId: _manager,
  businessNameChangedAt: _changed,
  ...columns
} = getTableColumns(partnerProfiles)

export const profileColumns = columns

export const getProfileByUser = (db: Executor, userId: string) =>
  findRow(db.select(profileColumns).from(partnerProfiles), eq(partnerProfiles.userId, userId))

// This lock is weaker than `for update`: it does not block inserts that refer to the partner.
const lock = 'no key update'

/** Reads a user's profile and locks it until the transaction ends, so that changes of a partner's onboarding happen one after the other. */
export const lockProfileByUser = (db: Executor, userId: string) =>
  lockRow(db.select(profileColumns).from(partnerProfiles), eq(partnerProfiles.userId, userId), lock)

export const getProfile = (db: Executor, id: string) =>
  findRow(db.select(profileColumns).from(partnerProfiles), eq(partnerProfiles.id, id))

/** Reads a profile and locks it until the transaction ends. */
export const lockProfile = (db: Executor, id: string) =>
  lockRow(db.select(profileColumns).from(partnerProfiles), eq(partnerProfiles.id, id), lock)

/** Reads profiles and locks them until the transaction ends, in the order of their ids, so that two calls do not deadlock. */
export const lockProfiles = (db: Executor, ids: string[]) =>
  db
    .select(profileColumns)
    .from(partnerProfiles)
    .where(inArray(partnerProfiles.id, ids))
    .orderBy(asc(partnerProfiles.id))
    .for(lock)

/** Prevents the partner's deletion until the transaction ends. */
export const lockProfileForShare = (db: Executor, id: string) =>
  lockRow(
    db.select({ id: partnerProfiles.id, fullName: partnerProfiles.fullName }).from(partnerProfiles),
    eq(partnerProfiles.id, id),
    'key share',
  )

export type PartnerProfileRow = NonNullable<Awaited<ReturnType<typeof getProfileByUser>>>

/** Creates a profile, and returns undefined when the user has one already. */
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

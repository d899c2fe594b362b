import { and, arrayContains, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { ErasureInventory } from '#contract/users/erasure.ts'
import { isForNobody } from '#server/db/audience.ts'
import { deleteDependents } from '#server/db/cascades.ts'
import type { Executor } from '#server/db/client.ts'
import { deleteFrom } from '#server/db/rows.ts'
import { chatMessages } from '#server/db/schema/chat.ts'
import { partnerMembers } from '#server/db/schema/partner-members.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { taskSeries } from '#server/db/schema/task-series.ts'
import { users } from '#server/db/schema/users.ts'
import { noRefusal } from '#server/mail/data.ts'
import { type Erased, erasedEmail, type PersonalData } from '#server/personal-data/personal-data.ts'
import { pick } from '#server/pick.ts'

// No partner has this id, so queries for a user without a profile find nothing.
const noPartner = '00000000-0000-0000-0000-000000000000'

/** Whether a recurring task is for this partner, possibly among others. */
export const isForPartner = ({ partnerId }: Pick<Erased, 'partnerId'>) =>
  arrayContains(taskSeries.assignedPartnerIds, [partnerId ?? noPartner])

export const getErasable = async (db: Executor, userId: string) => {
  const [user] = await db
    .select({
      ...pick(users, 'id', 'email', 'lastSignInAt'),
      partnerId: partnerProfiles.id,
    })
    .from(users)
    .leftJoin(partnerProfiles, eq(partnerProfiles.userId, users.id))
    .where(eq(users.id, userId))
  return user
}

/** Lists the files that an erasure deletes, by their names in the store. */
export const listFiles = async (db: Executor, erased: Erased, personalData: PersonalData[]) => {
  const files: string[] = []
  for (const { listFiles: list } of personalData) files.push(...((await list?.(db, erased)) ?? []))
  return files
}

/** Counts what is stored about a user. */
export const countPersonalData = async (
  db: Executor,
  erased: Erased & { lastSignInAt: Date | null },
  personalData: PersonalData[],
) => {
  const inventory: Partial<ErasureInventory> = {
    hasSignedIn: erased.lastSignInAt !== null,
    hasProfile: erased.partnerId !== null,
    activations: 0,
    tasks: 0,
    files: (await listFiles(db, erased, personalData)).length,
  }
  for (const { count } of personalData) Object.assign(inventory, await count?.(db, erased))
  return ErasureInventory.parse(inventory)
}

/** Stops the recurring tasks that were for the erased partner alone, and returns them. */
export const stopSeriesForNobody = (db: Executor, erased: Pick<Erased, 'partnerId'>) =>
  db
    .update(taskSeries)
    .set({ stoppedAt: sql`now()` })
    .where(
      and(isForPartner(erased), isNull(taskSeries.stoppedAt), isNotNull(taskSeries.nextDueAt), isForNobody),
    )
    .returning({ id: taskSeries.id, taskName: taskSeries.taskName })

/** Deletes the row of a user, with everything that refers to it. */
export const deleteUser = deleteFrom(users)

/** Removes personal data from a user's row, and deletes everything that nothing kept refers to. */
export const anonymizeUser = async (tx: Executor, { id }: Erased) => {
  await deleteDependents(tx, users, id, [partnerProfiles, partnerMembers, chatMessages])
  await tx
    .update(users)
    .set({
      email: erasedEmail(id),
      firstName: 'Erased',
      lastName: 'user',
      profileImageUrl: null,
      timeZone: null,
      isTimeZoneChosen: false,
      role: 'user',
      partnerGroup: null,
      disabledAt: sql`coalesce(${users.disabledAt}, now())`,
      erasedAt: sql`now()`,
      invitedAt: null,
      lastSignInAt: null,
      lastSeenAt: null,
      ...noRefusal,
    })
    .where(eq(users.id, id))
}

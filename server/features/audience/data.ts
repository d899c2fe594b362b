import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'

const canSignIn = isNull(users.disabledAt)

/** Counts how many of these partners exist. */
export const countPartners = (db: Executor, ids: string[]) =>
  db.$count(partnerProfiles, sql`${partnerProfiles.id} = any(${sql.param(ids)}::uuid[])`)

/** Counts the partners who are listed or in the group, or all when neither is given, and how many of them are in onboarding. */
export const countPartnersInAudience = async (db: Executor, partnerIds: string[], group: string | null) => {
  const isForEveryone = partnerIds.length === 0 && group === null
  const [row] = await db
    .select({
      partners: sql<number>`count(*)::int`,
      inOnboarding: sql<number>`count(*) filter (where ${partnerProfiles.onboardingStatus} <> 'completed')::int`,
    })
    .from(partnerProfiles)
    .innerJoin(users, eq(users.id, partnerProfiles.userId))
    .where(
      and(
        canSignIn,
        isForEveryone
          ? undefined
          : or(
              inArray(partnerProfiles.id, partnerIds),
              group === null ? undefined : eq(users.partnerGroup, group),
            ),
      ),
    )
  if (!row) throw new Error('counting brought no row')
  return row
}

/** Lists the groups that partners are in, by name, each with its number of partners. */
export const listGroups = (db: Executor) =>
  db
    .select({ name: sql<string>`${users.partnerGroup}`, partners: sql<number>`count(*)::int` })
    .from(partnerProfiles)
    .innerJoin(users, eq(users.id, partnerProfiles.userId))
    .where(and(canSignIn, isNotNull(users.partnerGroup)))
    .groupBy(users.partnerGroup)
    .orderBy(users.partnerGroup)

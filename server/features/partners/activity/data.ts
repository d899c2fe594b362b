import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import {
  type ActivityType,
  activityTypes,
  activityTypesOfKind,
  internalActivityTypes,
  type PartnerActivity,
} from '#contract/partners/activity.ts'
import type { ActivityKind } from '#contract/partners/activity-kinds.ts'
import type { Executor } from '#server/db/client.ts'
import { partnerActivities, partnerProfiles } from '#server/db/schema/partners.ts'
import { resourceFiles } from '#server/db/schema/resources.ts'
import { users } from '#server/db/schema/users.ts'
import { isPersonOf, personName } from '#server/db/user-names.ts'
import { pick } from '#server/pick.ts'

/** A reader of activities is staff, or a person of the partner, who may or may not see agreements. */
type ActivityReader = 'staff' | 'signer' | 'member'

/** Selects a part of a partner's activity for a reader. */
export interface ActivityFilter {
  partnerId: string
  kind?: ActivityKind | undefined
  reader: ActivityReader
}

const hiddenTypes: Record<ActivityReader, readonly ActivityType[]> = {
  staff: [],
  signer: internalActivityTypes,
  member: [...internalActivityTypes, ...activityTypesOfKind('agreements'), ...activityTypesOfKind('people')],
}

const typesOf = ({ kind, reader }: Pick<ActivityFilter, 'kind' | 'reader'>): ActivityType[] =>
  (kind ? activityTypesOfKind(kind) : activityTypes).filter((type) => !hiddenTypes[reader].includes(type))

/** Returns the reader that a user of a partner is. */
export const activityReaderOf = ({ canSign }: { canSign: boolean }): ActivityReader =>
  canSign ? 'signer' : 'member'

/** Orders activities by when they were recorded, the latest first. */
export const latestActivityFirst = [desc(partnerActivities.createdAt), desc(partnerActivities.sequence)]

/** Whether these readers may read an activity. */
export const isReadableBy = (reader: ActivityReader) =>
  inArray(partnerActivities.activityType, typesOf({ reader }))

const chosen = (filter: ActivityFilter) =>
  and(
    eq(partnerActivities.partnerId, filter.partnerId),
    // All types are wanted, so there is nothing to compare.
    filter.kind || filter.reader !== 'staff'
      ? inArray(partnerActivities.activityType, typesOf(filter))
      : undefined,
  )

const { metadata } = partnerActivities
const named = (name: string) => sql`(${metadata} ->> ${sql.raw(`'${name}'`)})::uuid`

const subject = (kind: string, name: string, found: SQL) => sql`
  when ${metadata} ->> ${sql.raw(`'${name}'`)} is not null
    then (select jsonb_build_object('kind', ${kind}::text, 'id', found.id) from (${found}) as found)`

/**
 * The subject of an entry, if it still exists for this partner; otherwise null.
 * @param audienceKeys the audiences whose files the reader may open; null for all of them
 */
export const subjectOf = (audienceKeys: string[] | null) => sql<PartnerActivity['subject']>`case
  ${subject(
    'task',
    'taskId',
    sql`select id from partner_tasks where id = ${named('taskId')}
      and partner_id = ${partnerActivities.partnerId} and deleted_at is null`,
  )}
  ${subject(
    'agreement',
    'documentId',
    sql`select id from partner_documents where id = ${named('documentId')} and partner_id = ${partnerActivities.partnerId}`,
  )}
  ${subject(
    'activation',
    'activationId',
    sql`select id from partner_activations where id = ${named('activationId')} and partner_id = ${partnerActivities.partnerId}`,
  )}
  ${subject(
    'file',
    'resourceId',
    sql`select id from ${resourceFiles} where id = ${named('resourceId')} and is_active
      ${audienceKeys ? sql`and audience && ${sql.param(audienceKeys)}::text[]` : sql``}`,
  )} end`

/** Lists activities, the latest first, each with the name of its actor, and whether the partner may read the name. */
export const listActivities = (
  db: Executor,
  filter: ActivityFilter,
  audienceKeys: string[] | null,
  { page, limit }: Page,
) =>
  db
    .select({
      ...pick(partnerActivities, 'id', 'partnerId', 'activityType', 'description'),
      metadata,
      createdAt: partnerActivities.createdAt,
      actorName: sql<string | null>`${personName('users')}`,
      isOfPartner: isPersonOf(partnerActivities.partnerId, users.id),
      subject: subjectOf(audienceKeys),
    })
    .from(partnerActivities)
    .leftJoin(users, eq(users.id, sql`(${metadata} ->> 'actorId')::uuid`))
    .where(chosen(filter))
    .orderBy(...latestActivityFirst)
    .limit(limit)
    .offset((page - 1) * limit)

export type ActivityRow = Awaited<ReturnType<typeof listActivities>>[number]

export const countActivities = (db: Executor, filter: ActivityFilter) =>
  db.$count(partnerActivities, chosen(filter))

/** Records the first sign-in of a partner. Call it before the sign-in itself is recorded. */
export const logFirstSignIn = async (tx: Executor, userId: string) => {
  const activityType: ActivityType = 'first_signed_in'
  await tx.execute(sql`
    insert into ${partnerActivities} (partner_id, activity_type, description, metadata)
    select profile.id, ${activityType}, 'Signed in for the first time', jsonb_build_object('actorId', account.id)
    from ${users} account join ${partnerProfiles} profile on profile.user_id = account.id
    where account.id = ${userId} and account.last_sign_in_at is null`)
}

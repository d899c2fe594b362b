import { type SQL, sql } from 'drizzle-orm'
import type { ActivityType } from '#contract/partners/activity.ts'
import type { TaskStatus } from '#contract/task-status.ts'
import { isInAudience, keysOfPartner } from '#server/db/audience.ts'
import { carriedTerms } from '#server/db/carried-terms.ts'
import type { Executor } from '#server/db/client.ts'
import { managerOf } from '#server/db/partner-manager.ts'
import {
  documentName,
  notifyingOfNewDocuments,
  notifyingOfNewTasks,
} from '#server/features/notifications/notify/data.ts'

/** A kind of thing that is shared with audiences: a table of the shared rows, and a table with a row for each partner in the audience. */
interface Kind {
  shared: SQL
  own: SQL
  /** The column of `own` that refers to the shared row. */
  link: SQL
  /** The columns of `own` that are copied from the shared row. */
  copied: SQL
  /** The values of `copied`, if they differ from the columns of the same names; uses the aliases `shared` and `missing`. */
  values?: SQL
  /** Whether the row is still given to members; uses the alias `shared`. */
  isOffered: SQL
  /** Whether partners who join the audience later get it, too; uses the alias `shared`. */
  isOfferedToJoiners: SQL
  /** Whether disabled partners get it, too; uses the alias `shared`. */
  isForDisabled: SQL
  /** The id of a partner's row; uses the alias `shared`. */
  ownId: SQL
  /** The rows to lock before a partner's row is deleted, in the order in which other transactions lock them. */
  locking: SQL
  /** Whether a partner has completed it; uses the alias `other`. */
  isDone: SQL
  /** Whether the partner has not begun it; uses the alias `own`. */
  isUntouched: SQL
  /** The text of the activity; uses the alias `own`. */
  nameFor: (verb: 'added' | 'withdrawn') => SQL
  /** The statement that notifies partners of new rows. */
  notifying: (rows: SQL) => SQL
  activity: { added: ActivityType; withdrawn: ActivityType; subject: string }
}

/**
 * The terms of one partner: the terms that staff entered for this partner. Without any, the terms of the earlier agreement, unless staff
 * entered terms for all partners.
 */
const ownTerms = sql`coalesce(
  shared.partner_terms -> missing.partner_id::text,
  case when shared.replaces_earlier and shared.appendix_a is null
    then ${carriedTerms(sql`missing.partner_id`, sql`shared.document_type`)} end)`

const taskVerbs = { added: 'created', withdrawn: 'withdrawn' }
const documentVerbs = { added: 'added', withdrawn: 'deleted' }

export const kinds = {
  tasks: {
    shared: sql`task_definitions`,
    own: sql`partner_tasks`,
    link: sql`definition_id`,
    copied: sql`task_name, instructions, due_date, task_type, file_path, file_name, file_type, file_size, file_sha256, owner_id, created_by`,
    // A task without an owner is for the partner manager of each partner.
    values: sql`task_name, instructions, due_date, task_type, file_path, file_name, file_type, file_size, file_sha256,
      coalesce(owner_id, ${managerOf(sql`missing.partner_id`)}), created_by`,
    isOffered: sql`shared.deleted_at is null`,
    // An old task would be overdue from the moment when the partner joins.
    isOfferedToJoiners: sql`shared.due_date > now() and not shared.is_for_one`,
    // Staff can prepare a task for a partner who cannot sign in yet.
    isForDisabled: sql`shared.is_for_one`,
    ownId: sql`case when shared.is_for_one then shared.id else gen_random_uuid() end`,
    // An erasure locks tasks before their partner, so this locks only the tasks.
    locking: sql`for update of own`,
    isDone: sql`other.status = 'completed' or other.deleted_at is not null`,
    isUntouched: sql`own.status = 'pending' and own.deleted_at is null
      and not exists (select from task_proofs proof where proof.task_id = own.id)
      and not exists (select from task_comments comment where comment.task_id = own.id)`,
    nameFor: (verb) => sql`'Task "' || own.task_name || ${`" ${taskVerbs[verb]}`}`,
    notifying: notifyingOfNewTasks,
    activity: { added: 'task_created', withdrawn: 'task_withdrawn', subject: 'taskId' },
  },
  documents: {
    shared: sql`shared_documents`,
    own: sql`partner_documents`,
    link: sql`shared_document_id`,
    copied: sql`document_type, appendix_a, has_own_terms, effective_on, ends_on, replaces_earlier`,
    values: sql`document_type, coalesce(${ownTerms}, shared.appendix_a), ${ownTerms} is not null, effective_on, ends_on, replaces_earlier`,
    isOffered: sql`shared.withdrawn_at is null`,
    isForDisabled: sql`false`,
    ownId: sql`gen_random_uuid()`,
    // An agreement that has ended no longer has to be signed.
    isOfferedToJoiners: sql`(shared.ends_on is null or shared.ends_on >= (now() at time zone 'utc')::date)`,
    // An erasure locks the partner before the agreements, so this does, too.
    locking: sql`for key share of profile for update of own`,
    isDone: sql`other.status = 'signed'`,
    // A partner keeps their only agreement of a type, since onboarding requires one of each type.
    isUntouched: sql`own.status = 'pending' and exists (
      select from partner_documents other
      where other.partner_id = own.partner_id and other.document_type = own.document_type and other.id <> own.id
        and other.voided_at is null)`,
    nameFor: (verb) => sql`${documentName} || ${` ${documentVerbs[verb]}`}`,
    notifying: notifyingOfNewDocuments,
    activity: { added: 'document_added', withdrawn: 'document_withdrawn', subject: 'documentId' },
  },
} as const satisfies Record<string, Kind>

export type SharedKind = keyof typeof kinds

/** One shared row for all partners, or all shared rows for some partners. */
export type Scope = { sharedId: string } | { partnerIds: string[] }

const inScope = (scope: Scope) =>
  'sharedId' in scope
    ? sql`shared.id = ${scope.sharedId}`
    : sql`profile.id = any(${sql.param(scope.partnerIds)}::uuid[])`

/** Whether a partner is in the audience of a shared row; uses the aliases `shared`, `profile` and `account`. */
const isMember = ({ shared }: Kind, scope: Scope) =>
  'sharedId' in scope
    ? isInAudience(
        sql`select unnest(chosen.audience) from ${shared} chosen where chosen.id = ${scope.sharedId}`,
      )
    : sql`shared.audience && ${keysOfPartner}`

// The number is arbitrary, but it must be the same in all processes.
const lockKey = 1_204_911

/**
 * Call it in a transaction that changes members, before it looks for what is shared. It waits for transactions that are sharing something,
 * which could not see the change.
 */
export const lockMembers = async (tx: Executor) => {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockKey})`)
}

/** Call it before something is shared with an audience. It waits for transactions that are changing members. */
export const lockAudiences = async (tx: Executor) => {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`)
}

const countOf = async (tx: Executor, statement: SQL) => {
  const { rows } = await tx.execute<{ count: number }>(statement)
  return rows[0]?.count ?? 0
}

/** Adds a line to the activity of each partner in `changed`. The actor is `actorId`, or if it is null the creator of the shared row. */
const logged = ({ activity }: Kind, verb: 'added' | 'withdrawn', actorId: string | null) => sql`
  insert into partner_activities (partner_id, activity_type, description, metadata)
  select partner_id, ${activity[verb]}, description, jsonb_build_object(
    'actorId', coalesce(${actorId}::uuid, created_by), ${activity.subject}::text, id)
  from changed`

/**
 * Adds at most `limit` rows for members who do not have one. Returns how many were added.
 * @param status the status of the rows, if not the default
 */
export const addRows = (
  tx: Executor,
  kind: SharedKind,
  scope: Scope,
  { actorId, limit, status }: { actorId: string | null; limit: number; status?: TaskStatus | undefined },
) => {
  const { shared, own, link, copied, isOffered, isOfferedToJoiners, isDone, nameFor, notifying }: Kind =
    kinds[kind]
  const { values = copied, ownId, isForDisabled }: Kind = kinds[kind]
  const [statusColumn, statusValue] = status ? [sql`, status`, sql`, ${status}`] : [sql``, sql``]
  // When everyone had completed it, a new row is marked so that it does not change the progress.
  const isJoinedLater = sql`exists (select from ${own} other where other.${link} = shared.id)
    and not exists (select from ${own} other where other.${link} = shared.id and not (${isDone}))`
  return countOf(
    tx,
    sql`
    with missing as (
      select shared.id as shared_id, profile.id as partner_id,
        ${'sharedId' in scope ? sql`false` : isJoinedLater} as is_joined_later
      from ${shared} shared
      join partner_profiles profile on true
      join users account on account.id = profile.user_id
      where ${isOffered} and ${inScope(scope)} and ${isMember(kinds[kind], scope)}
        and (account.disabled_at is null or ${isForDisabled})
        and ${'sharedId' in scope ? sql`true` : isOfferedToJoiners}
        and not exists (
          select from ${own} own where own.${link} = shared.id and own.partner_id = profile.id)
      limit ${limit}
      -- One who is being erased is waited for, and left out then.
      for key share of profile
    ), own as (
      insert into ${own} (id, partner_id, ${link}, is_joined_later${statusColumn}, ${copied})
      select ${ownId}, partner_id, shared_id, is_joined_later${statusValue}, ${values} from missing join ${shared} shared on shared.id = missing.shared_id
      on conflict do nothing
      returning *
    ), changed as (
      select own.id, own.partner_id, shared.created_by, ${nameFor('added')} as description
      from own join ${shared} shared on shared.id = own.${link}
    ), logged as (${logged(kinds[kind], 'added', actorId)})
    , notified as (${notifying(sql`own`)})
    select count(*)::int as count from changed`,
  )
}

/** Deletes at most `limit` rows that partners have not begun and are no longer members for. Returns how many were deleted. */
export const withdrawRows = (
  tx: Executor,
  kind: SharedKind,
  scope: Scope,
  { actorId, limit }: { actorId: string | null; limit: number },
) => {
  const { shared, own, link, isOffered, locking, isUntouched, nameFor } = kinds[kind]
  return countOf(
    tx,
    sql`
    with leaving as (
      select own.id
      from ${own} own
      join ${shared} shared on shared.id = own.${link}
      join partner_profiles profile on profile.id = own.partner_id
      join users account on account.id = profile.user_id
      where ${inScope(scope)} and (not (${isMember(kinds[kind], scope)}) or not (${isOffered})) and ${isUntouched}
      order by own.id limit ${limit}
      ${locking}
    ), own as (
      delete from ${own} own using leaving where own.id = leaving.id and ${isUntouched} returning own.*
    ), changed as (
      select own.id, own.partner_id, shared.created_by, ${nameFor('withdrawn')} as description
      from own join ${shared} shared on shared.id = own.${link}
    ), logged as (${logged(kinds[kind], 'withdrawn', actorId)})
    select count(*)::int as count from changed`,
  )
}

/** Counts the open tasks that a partner would get by joining each group: what is shared with it, and the task sets of the group. */
export const countTasksForJoiners = async (db: Executor, groups: (string | null)[]) => {
  const { rows } = await db.execute<{ name: string | null; tasks: number }>(sql`
    select joined.name, (
        select count(*)::int from task_definitions shared
        where ${kinds.tasks.isOffered} and ${kinds.tasks.isOfferedToJoiners}
          and shared.audience && array['everyone', 'group:' || joined.name]
      ) + (
        select count(*)::int from task_sets own join task_set_templates item on item.set_id = own.id
        where own.given_when = 'group' and own.partner_group = joined.name
      ) as tasks
    from unnest(${sql.param(groups)}::text[]) as joined(name)`)
  return new Map(rows.map(({ name, tasks }) => [name, tasks]))
}

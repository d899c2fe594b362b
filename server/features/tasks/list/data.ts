import { and, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { TaskState } from '#contract/staff-tasks.ts'
import type { TaskSort } from '#contract/task-sorts.ts'
import type { Executor } from '#server/db/client.ts'
import { isOf } from '#server/db/partner-filter.ts'
import { taskFacts as facts } from '#server/db/schema/list-facts.ts'
import { partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { isNotDeleted, isToReview, taskColumns } from '../data.ts'
import { columnOf, orderOfParts, type SharedFilter, sortedPart, whatIsChosen } from './filters/data.ts'

export interface TaskFilter extends SharedFilter {
  state?: TaskState | undefined
  due?: 'overdue' | undefined
  partnerId?: string | undefined
  definitionId?: string | undefined
  /** The event whose plan the tasks belong to. */
  activationId?: string | undefined
  partnerGroup: string | null
  /** The id of the partners' manager, or `none`. */
  manager?: string | undefined
}

const isOpen = sql`${facts.status} <> 'completed'`

const waitsForReview = (db: Executor) =>
  inArray(
    facts.id,
    db.select({ id: partnerTasks.id }).from(partnerTasks).where(and(isToReview, isNotDeleted)),
  )

const isOfEvent = (db: Executor, activationId: string) =>
  inArray(
    facts.id,
    db.select({ id: partnerTasks.id }).from(partnerTasks).where(eq(partnerTasks.activationId, activationId)),
  )

const isIn = (db: Executor, state: TaskState) => {
  if (state === 'open') return isOpen
  return state === 'review' ? waitsForReview(db) : eq(facts.status, state)
}

/** Whether a partner's part of a task matches all filters. */
export const isChosen = (db: Executor, filter: TaskFilter) => {
  const { state, due, partnerId, definitionId, activationId, partnerGroup, manager } = filter
  return and(
    whatIsChosen(db, facts, filter),
    state && isIn(db, state),
    due && and(isOpen, lt(facts.dueDate, sql`now()`)),
    partnerId ? eq(facts.partnerId, partnerId) : undefined,
    definitionId ? eq(facts.definitionId, definitionId) : undefined,
    activationId ? isOfEvent(db, activationId) : undefined,
    partnerGroup === null ? undefined : eq(facts.partnerGroup, partnerGroup),
    manager ? isOf(facts.managerId, manager) : undefined,
  )
}

const rowColumns = {
  ...taskColumns,
  partner: {
    id: partnerProfiles.id,
    fullName: partnerProfiles.fullName,
    businessName: partnerProfiles.businessName,
  },
}

/**
 * Finds the parts of partners that a condition on their facts chooses, in order. Joins only what the order needs, so that PostgreSQL can sort
 * the narrow rows alone.
 */
export const findParts = (db: Executor, condition: SQL | undefined, sort: TaskSort) => {
  const parts = db
    .select(sortedPart(sort))
    .from(facts)
    .where(condition)
    .orderBy(...orderOfParts(sort))
    .$dynamic()
  switch (columnOf(sort)) {
    case 'name':
      return parts.innerJoin(partnerTasks, eq(partnerTasks.id, facts.id))
    case 'partner':
      return parts.innerJoin(partnerProfiles, eq(partnerProfiles.id, facts.partnerId))
    case 'owner':
      return parts.leftJoin(users, eq(users.id, facts.ownerId))
    default:
      return parts
  }
}

/** Returns the tasks of single partners by their ids. */
export const listTasksById = async (db: Executor, ids: string[]) => {
  if (ids.length === 0) return new Map<string, never>()
  const tasks = await db
    .select(rowColumns)
    .from(partnerTasks)
    .innerJoin(partnerProfiles, eq(partnerProfiles.id, partnerTasks.partnerId))
    .where(and(inArray(partnerTasks.id, ids), isNotDeleted))
  return new Map(tasks.map((task) => [task.id, task]))
}

/** Lists a page of the tasks of all partners. Call `refreshPartnerFacts` before, as also before counting them. */
export const listAllTasks = async (
  db: Executor,
  filter: TaskFilter,
  sort: TaskSort,
  { page, limit }: Page,
) => {
  const found = await findParts(db, isChosen(db, filter), sort)
    .limit(limit)
    .offset((page - 1) * limit)
  const tasks = await listTasksById(
    db,
    found.map(({ id }) => id),
  )
  return found.flatMap(({ id }) => tasks.get(id) ?? [])
}

export const countAllTasks = (db: Executor, filter: TaskFilter) => db.$count(facts, isChosen(db, filter))

import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Audience } from '#contract/audience.ts'
import type { TaskSetTrigger } from '#contract/task-plans/plans.ts'
import type { Executor } from '#server/db/client.ts'
import { managerOf } from '#server/db/partner-manager.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { taskSetTemplates, taskTemplates } from '#server/db/schema/task-sets.ts'
import { users } from '#server/db/schema/users.ts'
import { notifyingOfNewTasks } from '#server/features/notifications/notify/data.ts'

/** A partner who gets a set. */
export interface Gift extends Record<string, unknown> {
  setId: string
  partnerId: string
  timeZone: string | null
  /** The event whose plan the set is. */
  activationId?: string
}

/** A request of staff to give a set to an audience. Partners who got it before `since` get it again; with null, nobody does. */
export interface Request {
  setId: string
  audience: Audience
  givenAt: Date
  since: Date | null
}

const members = sql`partner_profiles profile join users account on account.id = profile.user_id`

const canSignIn = sql`account.disabled_at is null`

const isIn = ({ assignedPartnerIds: partners, assignedGroup: group }: Audience) =>
  partners.length === 0 && group === null
    ? sql`true`
    : sql`(profile.id = any(${sql.param(partners)}::uuid[]) or account.partner_group = ${group}::text)`

const hasSet = (setId: string) =>
  sql`exists (select from task_set_partners given where given.set_id = ${setId} and given.partner_id = profile.id)`

/** Counts the partners of an audience who can get a set, and those of them who got it before. */
export const countMembers = async (db: Executor, setId: string, audience: Audience) => {
  const { rows } = await db.execute<{ partners: number; alreadyGiven: number }>(sql`
    select count(*)::int as partners, (count(*) filter (where ${hasSet(setId)}))::int as "alreadyGiven"
    from ${members} where ${canSignIn} and ${isIn(audience)}`)
  return rows[0] ?? { partners: 0, alreadyGiven: 0 }
}

const recordGifts = async (tx: Executor, chosen: SQL, isAgain: boolean) => {
  const { rows } = await tx.execute<Gift>(sql`
    with chosen as (${chosen}), given as (
      insert into task_set_partners as former (set_id, partner_id, given_at)
      select set_id, partner_id, given_at from chosen
      on conflict (set_id, partner_id) ${
        isAgain
          ? sql`do update set given_at = excluded.given_at where former.given_at < excluded.given_at`
          : sql`do nothing`
      }
      returning set_id, partner_id)
    select given.set_id as "setId", given.partner_id as "partnerId", chosen.time_zone as "timeZone"
    from given join chosen using (set_id, partner_id)`)
  return rows
}

/** Records that at most `limit` partners get a set that staff give. Returns these partners. */
export const recordRequested = (
  tx: Executor,
  { setId, audience, givenAt, since }: Request,
  limit: number,
): Promise<Gift[]> => {
  const isWanted =
    since === null
      ? sql`not ${hasSet(setId)}`
      : sql`not exists (select from task_set_partners given
          where given.set_id = ${setId} and given.partner_id = profile.id and given.given_at >= ${since})`
  const chosen = sql`
    select ${setId}::uuid as set_id, profile.id as partner_id, ${givenAt}::timestamptz as given_at, account.time_zone
    from ${members} where ${canSignIn} and ${isIn(audience)} and ${isWanted}
    order by profile.id limit ${limit} for key share of profile`
  return recordGifts(tx, chosen, since !== null)
}

/** When a set is given without anybody choosing the partners. */
export type AutomaticTrigger = Exclude<TaskSetTrigger, 'never' | 'event'>

const triggers: Record<AutomaticTrigger, SQL> = {
  onboarding: sql`(task_set.partner_group is null or task_set.partner_group = account.partner_group)`,
  // Disabled partners get the set when they are enabled.
  group: sql`task_set.partner_group = account.partner_group and ${canSignIn}`,
}

/** Records which sets these partners get automatically at this trigger, each set once. Returns who gets which set. */
export const recordAutomatic = (
  tx: Executor,
  trigger: AutomaticTrigger,
  partnerIds: string[],
): Promise<Gift[]> => {
  const chosen = sql`
    select task_set.id as set_id, profile.id as partner_id, now() as given_at, account.time_zone
    from task_sets task_set cross join ${members}
    where task_set.given_when = ${trigger} and profile.id = any(${sql.param(partnerIds)}::uuid[]) and ${triggers[trigger]}
      and exists (select from task_set_templates item where item.set_id = task_set.id)
    order by task_set.id, profile.id`
  return recordGifts(tx, chosen, false)
}

/** Returns the time zones of partners, which are those of their owners, by their ids. */
export const listZones = async (db: Executor, partnerIds: string[]) => {
  const rows = await db
    .select({ id: partnerProfiles.id, timeZone: users.timeZone })
    .from(partnerProfiles)
    .innerJoin(users, eq(users.id, partnerProfiles.userId))
    .where(inArray(partnerProfiles.id, partnerIds))
  return new Map(rows.map(({ id, timeZone }) => [id, timeZone]))
}

/**
 * Returns the different numbers of days after which tasks of the sets are due, in a plan from its event, and locks their templates until the
 * transaction ends.
 */
export const lockDueDays = async (tx: Executor, setIds: string[]) => {
  const rows = await tx
    .select({ days: sql<number>`coalesce(${taskSetTemplates.eventDays}, ${taskTemplates.dueInDays})` })
    .from(taskSetTemplates)
    .innerJoin(taskTemplates, eq(taskTemplates.id, taskSetTemplates.templateId))
    .where(inArray(taskSetTemplates.setId, setIds))
    .orderBy(taskTemplates.id)
    .for('share', { of: taskTemplates })
  return [...new Set(rows.map(({ days }) => days))]
}

interface DueDate {
  /** The time zone of the partner, or the event whose plan is given. */
  key: string
  days: number
  at: Date
}

const column = <T>(rows: T[], of: (row: T) => unknown) => sql.param(rows.map(of))

/**
 * Creates the tasks of sets for the partners who get them, and a line in the activity of each partner. Returns how many were created.
 * @param dueDates one for each combination of a time zone, or an event, and a number of days; UTC stands for partners without a time zone
 */
export const createTasksOfSets = async (
  tx: Executor,
  gifts: Gift[],
  dueDates: DueDate[],
  { actorId, now }: { actorId: string | null; now: Date },
) => {
  const { rows } = await tx.execute<{ count: number }>(sql`
    with gift as (
      select * from unnest(
        ${column(gifts, ({ setId }) => setId)}::uuid[],
        ${column(gifts, ({ partnerId }) => partnerId)}::uuid[],
        ${column(gifts, ({ timeZone }) => timeZone ?? 'UTC')}::text[],
        ${column(gifts, ({ activationId }) => activationId ?? null)}::uuid[]) as gift (set_id, partner_id, time_zone, activation_id)
    ), moment as (
      select * from unnest(
        ${column(dueDates, ({ key }) => key)}::text[],
        ${column(dueDates, ({ days }) => days)}::int[],
        ${column(dueDates, ({ at }) => at.toISOString())}::timestamptz[]) as moment (key, days, due_date)
    ), task as (
      select gen_random_uuid() as id, gift.*, item.event_days, task_set.weekdays_only, template.task_name, template.instructions, moment.due_date, template.task_type,
        coalesce(template.owner_id, ${managerOf(sql`gift.partner_id`)}) as owner_id,
        coalesce(${actorId}::uuid, task_set.created_by) as created_by
      from gift
      join task_sets task_set on task_set.id = gift.set_id
      join task_set_templates item on item.set_id = gift.set_id
      join task_templates template on template.id = item.template_id
      join moment on moment.key = coalesce(gift.activation_id::text, gift.time_zone)
        and moment.days = coalesce(item.event_days, template.due_in_days)
      order by gift.partner_id, item.position
    ), definition as (
      insert into task_definitions (id, task_name, instructions, due_date, task_type, owner_id, created_by, assigned_partner_ids, is_for_one)
      select id, task_name, instructions, due_date, task_type, owner_id, created_by, array[partner_id::text], true from task
    ), own as (
      insert into partner_tasks (id, definition_id, partner_id, task_name, instructions, due_date, task_type, owner_id, created_by,
        activation_id, plan_days, plan_weekdays, plan_time_zone, created_at)
      select id, id, partner_id, task_name, instructions, due_date, task_type, owner_id, created_by,
        activation_id, event_days, case when activation_id is not null then weekdays_only end,
        case when activation_id is not null then time_zone end,
        case when activation_id is not null then ${now}::timestamptz else now() end
      from task
      returning id, partner_id, assignee_id, task_name, due_date, status, created_by
    ), logged as (
      insert into partner_activities (partner_id, activity_type, description, metadata)
      select partner_id, 'task_created', 'Task "' || task_name || '" created',
        jsonb_build_object('actorId', created_by, 'taskId', id)
      from own
    ), notified as (${notifyingOfNewTasks(sql`own`)})
    select count(*)::int as count from own`)
  return rows[0]?.count ?? 0
}

import { and, asc, desc, eq, gte, lt, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { listAllActivations as contract } from '#contract/activation-list.ts'
import type { ActivationSort, ActivationSortColumn } from '#contract/activation-stages.ts'
import type { Parsed } from '#contract/endpoint.ts'
import type { Page } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { hasManager } from '#server/db/partner-filter.ts'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { activationRecaps } from '#server/db/schema/recaps.ts'
import { users } from '#server/db/schema/users.ts'
import { containsWordsOrPartner } from '#server/db/search.ts'
import { displayName } from '#server/db/user-names.ts'
import { pick } from '#server/pick.ts'
import { activationColumns, withResources } from '../data.ts'

/** The filters of the list, with the id of a member of staff in place of `me`. */
export type ActivationFilter = Omit<Parsed<typeof contract, 'query'>, 'sort' | 'page' | 'limit'>

const { activationDate, endsAt, name, place } = partnerActivations

/** Whether an activation is over: without an end, a day after its start. */
export const isOver = sql`coalesce(${endsAt}, ${activationDate} + interval '1 day') < now()`

const isInGroup = (group: string) => sql`${partnerActivations.partnerId} in (
  select grouped.id from partner_profiles grouped join users owner on owner.id = grouped.user_id where owner.partner_group = ${group})`

const isInEvent = (id: string) =>
  sql`(${partnerActivations.definitionId} = ${id} or ${partnerActivations.id} = ${id})`

const isChosen = (filter: ActivationFilter) => {
  const { search, stage, time, from, until, partnerId, partnerGroup, manager, definitionId } = filter
  return and(
    search === null
      ? undefined
      : containsWordsOrPartner(partnerActivations.searchText, partnerActivations.partnerId, search),
    stage && eq(partnerActivations.stage, stage),
    // What was canceled is neither ahead nor past, unless it is asked for.
    time && !stage ? ne(partnerActivations.stage, 'canceled') : undefined,
    time && (time === 'past' ? isOver : sql`not ${isOver}`),
    from && gte(activationDate, from),
    until && lt(activationDate, until),
    partnerId === undefined ? undefined : eq(partnerActivations.partnerId, partnerId),
    partnerGroup === null ? undefined : isInGroup(partnerGroup),
    manager ? hasManager(partnerActivations.partnerId, manager) : undefined,
    definitionId === undefined ? undefined : isInEvent(definitionId),
  )
}

const sortKeys = {
  created: partnerActivations.createdAt,
  date: activationDate,
  name: sql`lower(${name})`,
  partner: partnerProfiles.fullName,
}

const orderOf = (sort: ActivationSort): SQL[] => {
  const column = sort.replace('-', '') as ActivationSortColumn
  const direction = sort.startsWith('-') ? desc : asc
  const isOfTime = column === 'created' || column === 'date'
  return [
    direction(sortKeys[column]),
    ...(isOfTime ? [direction(partnerActivations.id)] : [asc(activationDate), asc(partnerActivations.id)]),
  ]
}

const isOfProfile = eq(partnerProfiles.id, partnerActivations.partnerId)

export const listAllActivations = async (
  db: Executor,
  filter: ActivationFilter,
  sort: ActivationSort,
  { page, limit }: Page,
) =>
  withResources(
    db,
    'staff',
    await db
      .select({ ...activationColumns, partner: pick(partnerProfiles, 'id', 'fullName', 'businessName') })
      .from(partnerActivations)
      .innerJoin(partnerProfiles, isOfProfile)
      .where(isChosen(filter))
      .orderBy(...orderOf(sort))
      .limit(limit)
      .offset((page - 1) * limit),
  )

export const countAllActivations = (db: Executor, filter: ActivationFilter) =>
  db.$count(partnerActivations, isChosen(filter))

export const exportHeading = [
  'Activation',
  'Partner',
  'Business',
  'Group',
  'Manager',
  'Stage',
  'Starts',
  'Ends',
  'Time zone',
  'Place',
  'People',
  'Description',
  'Guests',
  'Sign-ups',
  'Screenings',
  'Leads',
  'Cost',
  'Currency',
  'Partner ID',
  'Activation ID',
]

const local = (moment: SQLWrapper) =>
  sql<string>`to_char(local_time(${moment}, coalesce(${partnerActivations.timeZone}, 'UTC')), 'YYYY-MM-DD HH24:MI')`

const people = sql<string>`(
  select string_agg(concat_ws(', ', person ->> 'name', person ->> 'role', person ->> 'phone'), '; ')
  from jsonb_array_elements(${partnerActivations.contacts}) person)`

/** Returns the statement of an export: times are local at the place, or in UTC where the activation has no time zone. */
export const exportQuery = (db: Executor, filter: ActivationFilter, sort: ActivationSort) =>
  db
    .select({
      name,
      fullName: partnerProfiles.fullName,
      businessName: partnerProfiles.businessName,
      partnerGroup: users.partnerGroup,
      manager:
        sql<string>`(select ${displayName('manager')} from users as manager where manager.id = ${partnerProfiles.managerId})`.as(
          'manager',
        ),
      stage: partnerActivations.stage,
      starts: local(activationDate).as('starts'),
      ends: local(endsAt).as('ends'),
      timeZone: sql<string>`coalesce(${partnerActivations.timeZone}, 'UTC')`.as('zone'),
      place,
      people: people.as('people'),
      ...pick(partnerActivations, 'description'),
      ...pick(activationRecaps, 'guests', 'signUps', 'screenings', 'leads'),
      cost: sql<string>`round(${activationRecaps.costCents} / 100.0, 2)`.as('cost'),
      // Without a cost, there is nothing in a currency.
      currency:
        sql<string>`case when ${activationRecaps.costCents} is not null then ${activationRecaps.currency} end`.as(
          'currency',
        ),
      ...pick(partnerActivations, 'partnerId', 'id'),
    })
    .from(partnerActivations)
    .innerJoin(partnerProfiles, isOfProfile)
    .innerJoin(users, eq(users.id, partnerProfiles.userId))
    .leftJoin(activationRecaps, eq(activationRecaps.activationId, partnerActivations.id))
    .where(isChosen(filter))
    .orderBy(...orderOf(sort))
    .toSQL()

import { and, asc, desc, eq, gte, lte, not, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '#contract/endpoint.ts'
import type { ObligationSort, ObligationSortColumn } from '#contract/obligations/kinds.ts'
import type { listAllObligations as contract } from '#contract/obligations/obligations.ts'
import type { Page } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { hasManager } from '#server/db/partner-filter.ts'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { obligations } from '#server/db/schema/obligations.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { partnerContainsWords } from '#server/db/search.ts'
import { pick } from '#server/pick.ts'
import { isLate, obligationColumns, openHasPassed } from '../data.ts'

/** The filters of the list, with the id of a member of staff in place of `me`. */
export type ObligationFilter = Omit<Parsed<typeof contract, 'query'>, 'sort' | 'page' | 'limit'>

const isChosen = ({ search, state, kind, owedBy, from, until, partnerId, manager }: ObligationFilter) =>
  and(
    search ? partnerContainsWords(obligations.partnerId, search) : undefined,
    state && (state === 'late' ? isLate : eq(obligations.status, state)),
    state === 'open' ? not(openHasPassed) : undefined,
    kind && eq(obligations.kind, kind),
    owedBy && eq(obligations.owedBy, owedBy),
    from ? gte(obligations.dueOn, from) : undefined,
    until ? lte(obligations.dueOn, until) : undefined,
    partnerId === undefined ? undefined : eq(obligations.partnerId, partnerId),
    manager ? hasManager(obligations.partnerId, manager) : undefined,
  )

const sortKeys = {
  due: obligations.dueOn,
  amount: obligations.amountCents,
  partner: partnerProfiles.fullName,
}

const orderOf = (sort: ObligationSort): SQL[] => {
  const column = sort.replace('-', '') as ObligationSortColumn
  const direction = sort.startsWith('-') ? desc : asc
  if (column === 'due') return [direction(obligations.dueOn), direction(obligations.id)]
  return [sql`${direction(sortKeys[column])} nulls last`, asc(obligations.dueOn), asc(obligations.id)]
}

export const listAllObligations = (
  db: Executor,
  filter: ObligationFilter,
  sort: ObligationSort,
  { page, limit }: Page,
) =>
  db
    .select({
      ...obligationColumns,
      activationName: partnerActivations.name,
      partner: pick(partnerProfiles, 'id', 'fullName', 'businessName'),
    })
    .from(obligations)
    .innerJoin(partnerProfiles, eq(partnerProfiles.id, obligations.partnerId))
    .leftJoin(partnerActivations, eq(partnerActivations.id, obligations.activationId))
    .where(isChosen(filter))
    .orderBy(...orderOf(sort))
    .limit(limit)
    .offset((page - 1) * limit)

export const countAllObligations = (db: Executor, filter: ObligationFilter) =>
  db.$count(obligations, isChosen(filter))

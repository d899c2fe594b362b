import { and, eq, gt, isNotNull, isNull, lt, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type {
  AccessFilter,
  PartnerState,
  PartnerTaskFilter,
  SignedFilter,
} from '#contract/partners/partner-filters.ts'
import { partnerFacts as facts } from './schema/partner-facts.ts'
import { containsWords } from './search.ts'
import { stalledSince } from './stalled-since.ts'

/** The filters of partners. A filter that is null or left out does not narrow the list. */
export interface PartnerFilter {
  search?: string | null
  status?: PartnerState | undefined
  signed?: SignedFilter | undefined
  group?: string | null
  state?: string | undefined
  /** The id of a partner manager, or `none`. The caller replaces `me`. */
  manager?: string | undefined
  tag?: string | undefined
  access?: AccessFilter | undefined
  tasks?: PartnerTaskFilter | undefined
  unseen?: string | undefined
  quiet?: string | undefined
  added?: Date | undefined
  /** The partners themselves. */
  ids?: string[] | undefined
}

const signedConditions: Record<SignedFilter, SQL | undefined> = {
  nda: eq(facts.hasNda, true),
  no_nda: and(eq(facts.hasNda, false), eq(facts.isErased, false)),
  only_nda: and(eq(facts.hasNda, true), eq(facts.hasPartnership, false), eq(facts.isErased, false)),
  none: and(eq(facts.signedAgreements, 0), eq(facts.isErased, false)),
  behind: and(eq(facts.isBehind, true), eq(facts.isErased, false)),
  to_sign: gt(facts.agreementsToSign, 0),
}

const accessConditions: Record<AccessFilter, SQL | undefined> = {
  never: and(isNull(facts.invitedAt), eq(facts.hasSignedIn, false)),
  invited: and(isNotNull(facts.invitedAt), eq(facts.hasSignedIn, false)),
  signed_in: eq(facts.hasSignedIn, true),
}

const taskConditions: Record<PartnerTaskFilter, SQL> = {
  open: gt(facts.openTasks, 0),
  overdue: lt(facts.earliestDue, sql`now()`),
  none: eq(facts.openTasks, 0),
}

const isInOnboarding = and(ne(facts.onboardingStatus, 'completed'), eq(facts.isDisabled, false))

const isIn = (status: PartnerState) => {
  if (status === 'onboarding') return isInOnboarding
  if (status === 'stalled') return and(isInOnboarding, lt(facts.createdAt, stalledSince))
  return eq(facts.onboardingStatus, status)
}

/** Whether a row has this member of staff in a column; `none` means that it has none. */
export const isOf = (column: SQLWrapper, staffId: string) =>
  staffId === 'none' ? isNull(column) : sql`${column} = ${staffId}`

/** Whether the partner in a column has this partner manager, or none with `none`. */
export const hasManager = (partnerId: SQLWrapper, staffId: string) => sql`${partnerId} in (
  select managed.id from partner_profiles as managed where ${isOf(sql`managed.manager_id`, staffId)})`

const hasTag = (tagId: string) =>
  sql`${facts.partnerId} in (select given.partner_id from partner_profile_tags as given where given.tag_id = ${tagId})`

const dayMs = 86_400_000

// A moment as a value is compared faster than one that each row computes.
const isLongAgo = (moment: typeof facts.lastSeenAt | typeof facts.lastContactAt, days: string) =>
  or(isNull(moment), lt(moment, new Date(Date.now() - Number(days) * dayMs)))

/** Whether the name, business or address of the partner in a column, or those of one of its people, contain all words. */
export const isFoundBy = (partnerId: SQLWrapper, search: string) =>
  // The two kinds of names are in tables of their own, so that each is found by its index.
  sql`${partnerId} in (
  select found.id from partner_profiles found where ${containsWords(sql`found.search_text`, search)}
  union select member.partner_id from users person join partner_members member on member.user_id = person.id
    where ${containsWords(sql`person.search_text`, search)})`

/** The condition of a filter on `partner_facts`. Call `refreshPartnerFacts` before a statement that uses it. */
export const isChosen = (filter: PartnerFilter) => {
  const { search, status, signed, group, state, manager, tag, access, tasks, unseen, quiet, added, ids } =
    filter
  return and(
    status && isIn(status),
    signed && signedConditions[signed],
    group ? eq(facts.partnerGroup, group) : undefined,
    state ? eq(facts.state, state) : undefined,
    manager ? isOf(facts.managerId, manager) : undefined,
    tag ? hasTag(tag) : undefined,
    access && accessConditions[access],
    tasks && taskConditions[tasks],
    unseen ? isLongAgo(facts.lastSeenAt, unseen) : undefined,
    quiet ? isLongAgo(facts.lastContactAt, quiet) : undefined,
    added && eq(facts.createdAt, added),
    ids && sql`${facts.partnerId} = any(${sql.param(ids)}::uuid[])`,
    search ? isFoundBy(facts.partnerId, search) : undefined,
  )
}

import { onboardingStatuses } from './labels.ts'

export const partnerSortColumns = [
  'created',
  'name',
  'business',
  'state',
  'group',
  'manager',
  'status',
  'agreements',
  'tasks',
  'invited',
  'seen',
  'contact',
] as const

export type PartnerSortColumn = (typeof partnerSortColumns)[number]

/** A column to sort by, with a `-` before it for descending order. */
export type PartnerSort = PartnerSortColumn | `-${PartnerSortColumn}`

export const partnerSorts = partnerSortColumns.flatMap((column): PartnerSort[] => [column, `-${column}`])

/**
 * `onboarding` lists partners who have not completed onboarding and whose user is not disabled, `stalled` those of them who began more days
 * ago than the setting says.
 */
export const partnerStates = [...onboardingStatuses, 'onboarding', 'stalled'] as const

export type PartnerState = (typeof partnerStates)[number]

/**
 * The filters by agreements. `only_nda` means without a partnership agreement, `none` without any signed agreement, `behind` that a signed
 * agreement has an earlier text than the one in force, and `to_sign` that an agreement waits for the partner. Erased partners do not count
 * as lacking one.
 */
export const signedFilters = ['nda', 'no_nda', 'only_nda', 'none', 'behind', 'to_sign'] as const

export type SignedFilter = (typeof signedFilters)[number]

/** The filters by sign-in: never invited; invited, but nobody has signed in yet; somebody of the partner has signed in. */
export const accessFilters = ['never', 'invited', 'signed_in'] as const

export type AccessFilter = (typeof accessFilters)[number]

/** The filters by tasks that are not completed: some, some past their due date, none. */
export const partnerTaskFilters = ['open', 'overdue', 'none'] as const

export type PartnerTaskFilter = (typeof partnerTaskFilters)[number]

/** The numbers of days without a visit of the partner, or without contact by the team, to filter by. Never counts as longer than any. */
export const quietDays = ['7', '14', '30', '60', '90'] as const

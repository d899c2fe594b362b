import { onboardingStatuses } from './labels.ts'

export const partnerSortColumns = [
  'created',
  'name',
  'business',
  'group',
  'status',
  'agreements',
  'tasks',
  'seen',
  'contact',
] as const

export type PartnerSortColumn = (typeof partnerSortColumns)[number]

/** A column to sort by, with a `-` before it for descending order. */
export type PartnerSort = PartnerSortColumn | `-${PartnerSortColumn}`

export const partnerSorts = partnerSortColumns.flatMap((column): PartnerSort[] => [column, `-${column}`])

/** `onboarding` lists partners who have not completed onboarding and whose user is not disabled. */
export const partnerStates = [...onboardingStatuses, 'onboarding'] as const

export type PartnerState = (typeof partnerStates)[number]

/** The filters by signed agreements; `only_nda` means without a partnership agreement. Erased partners do not count as lacking one. */
export const signedFilters = ['nda', 'no_nda', 'only_nda'] as const

export type SignedFilter = (typeof signedFilters)[number]

import { limits } from '#contract/fields.ts'
import { type PartnerSort, partnerSorts } from '#contract/partners/partners.ts'
import { type OnboardingStatus, onboardingStatuses } from '#contract/partners/profile.ts'

/** Which partners are listed, and in which order. */
export type PartnerFilter = {
  search: string
  /** Empty for all. */
  status: OnboardingStatus | ''
  sort: PartnerSort
}

/** Reads the filter from the address and ignores unknown values. */
export const readPartnerFilter = (get: (name: string) => string): PartnerFilter => ({
  search: get('search').slice(0, limits.name),
  status: onboardingStatuses.find((status) => status === get('status')) ?? '',
  sort: partnerSorts.find((sort) => sort === get('sort')) ?? 'newest',
})

/** The query of the request. */
export const sentFilter = ({ search, status, sort }: PartnerFilter) => ({
  search,
  sort,
  ...(status && { status }),
})

export const isNarrowed = ({ search, status }: PartnerFilter) => search !== '' || status !== ''

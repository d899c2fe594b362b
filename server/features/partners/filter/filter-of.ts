import type { PartnerFilter } from './data.ts'

/** Returns a filter with the id of the member of staff who sent it in place of `me`. */
export const filterOf = <Filter extends Pick<PartnerFilter, 'manager'>>(
  { id }: { id: string },
  filter: Filter,
): Filter => (filter.manager === 'me' ? { ...filter, manager: id } : filter)

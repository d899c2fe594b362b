import type { ShownFilter } from '#client/ui/list-filters.tsx'
import { limits } from '#contract/fields.ts'
import { useGroupOptions } from './queries.ts'

/** Lists only what is of one group of partners, which may have gone since. */
export const groupFilter = (choice: Omit<NonNullable<ShownFilter['choice']>, 'useOptions'>): ShownFilter => ({
  read: (text) => text.slice(0, limits.group),
  sentAs: 'partnerGroup',
  choice: { ...choice, useOptions: useGroupOptions },
})

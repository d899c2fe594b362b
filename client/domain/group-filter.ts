import type { ShownFilter } from '#client/ui/list-filters.tsx'
import { limits } from '#contract/limits.ts'
import { useGroupOptions } from './queries.ts'

/** A filter that limits a list to one group of partners. The group may no longer exist. */
export const groupFilter = (choice: Omit<NonNullable<ShownFilter['choice']>, 'useOptions'>): ShownFilter => ({
  read: (text) => text.slice(0, limits.group),
  sentAs: 'partnerGroup',
  choice: { ...choice, useOptions: useGroupOptions },
})

import { optionalText } from '../fields.ts'
import { limits } from '../limits.ts'
import { paging } from '../paging.ts'

/** The query of a list of recurring tasks, templates or sets. */
export const planListQuery = {
  /** Parts of the name, all of which must occur. */
  search: optionalText(limits.name),
  ...paging,
}

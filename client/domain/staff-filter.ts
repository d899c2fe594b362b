import { choiceFilter } from '#client/ui/list-filters.tsx'
import { isId } from '#contract/ids.ts'
import { useResponsibleOptions } from './queries.ts'

type StaffFilter = {
  label: string
  /** The labels of no choice, and of what has nobody. */
  none: string
  nobody: string
  className?: string
  isMore?: boolean
}

/** A filter by a member of staff: the reader, nobody, or a person. */
export const staffFilter = ({ nobody, isMore = false, ...choice }: StaffFilter) =>
  choiceFilter(
    {
      ...choice,
      options: [
        ['me', 'Me'],
        ['none', nobody],
      ],
      useOptions: useResponsibleOptions,
      other: 'Another person',
    },
    { read: (text) => (['me', 'none'].includes(text) || isId(text) ? text : ''), isMore },
  )

import { partOf, type Selection } from '#client/lib/selection.ts'
import { Checkbox } from './checkbox.tsx'

/** All rows of a page at once. */
export function SelectPage({ shown, selection }: { shown: { id: string }[]; selection: Selection }) {
  const page = shown.map(({ id }) => id)
  const part = partOf(selection.ids, page)
  return (
    <Checkbox
      label="Select all on this page"
      hideLabel
      checked={part === 'all'}
      mixed={part === 'some'}
      disabled={page.length === 0 || (selection.isFull && part === 'none')}
      onChange={() => selection.togglePage(page)}
    />
  )
}

export function SelectRow({ id, name, selection }: { id: string; name: string; selection: Selection }) {
  const isSelected = selection.ids.includes(id)
  return (
    <Checkbox
      label={`Select ${name}`}
      hideLabel
      checked={isSelected}
      disabled={selection.isFull && !isSelected}
      onChange={() => selection.toggle(id)}
    />
  )
}

/** Of the column of checkboxes; on a phone each is in the corner of its row's card. */
export const selectColumnClassName = 'w-8 md:pr-0 md:pl-3! max-md:absolute! max-md:top-1 max-md:right-1'

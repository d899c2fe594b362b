import { useState } from 'react'
import { pageOf } from '#client/lib/query-client.ts'
import { useSearchResults } from '#client/lib/use-search-results.ts'
import { Combobox, type ComboboxOption } from '#client/ui/combobox.tsx'
import { comparedText } from '#contract/compared-text.ts'
import { limits } from '#contract/limits.ts'

type TagFieldProps = {
  chosen: string[]
  /** Whether a tag that does not exist yet can be created. */
  isOpen?: boolean
  onChoose: (name: string) => void
}

/** Finds a tag by its name, or offers to create one. */
export function TagField({ chosen, isOpen = true, onChoose }: TagFieldProps) {
  const [search, setSearch] = useState<string | null>(null)
  const { rows, moreCount, ...found } = useSearchResults(search, (text) =>
    pageOf('/api/admin/partner-tags', { query: { search: text, limit: '20' } }),
  )
  const typed = search?.trim() ?? ''
  const isKnown = [...chosen, ...(rows ?? []).map(({ name }) => name)].some(
    (name) => comparedText(name) === comparedText(typed),
  )
  const options: ComboboxOption[] | undefined = rows
    ?.filter(({ name }) => !chosen.includes(name))
    .map(({ id, name }) => ({ id, label: name }))
  if (isOpen && typed && !isKnown && found.isCurrent)
    options?.push({ id: typed, label: typed, detail: 'New tag' })
  const emptyText = () => {
    if (!isOpen) return 'No matching tags'
    return typed ? 'This tag is already chosen' : 'No tags yet. Type to create one.'
  }
  return (
    <Combobox
      label={isOpen ? 'Add a tag' : 'Tag'}
      placeholder={isOpen ? 'Add a tag' : 'Choose a tag'}
      emptyText={emptyText()}
      value={null}
      onChange={({ label }) => onChoose(label)}
      search={search}
      onSearch={setSearch}
      found={{ ...found, options, moreCount }}
      maxLength={limits.tag}
    />
  )
}

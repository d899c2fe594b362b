import { useState } from 'react'
import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { pageOf } from '#client/lib/query-client.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { useSearchResults } from '#client/lib/use-search-results.ts'
import { Combobox, type ComboboxOption } from '#client/ui/combobox.tsx'
import { ChosenChips } from '#client/ui/multi-picker.tsx'
import { comparedText } from '#contract/compared-text.ts'
import { limits, maxTags } from '#contract/limits.ts'
import type { AdminPartner } from '#contract/partners/partners.ts'

/** The tags of a partner, which staff add and remove one by one. A tag that does not exist yet is created. */
export function PartnerTags({ partner: { id, tags } }: { partner: AdminPartner }) {
  const { mutate: change } = useEndpointMutation(
    (names: string[]) =>
      call('PUT /api/admin/partners/:partnerId/tags', { params: { partnerId: id }, body: { names } }),
    {
      failure: 'The tags could not be saved. Check your connection and try again.',
      serverMessages: 'all',
      invalidates: [staffReads],
      queue: ['partner-tags', id],
      patch: {
        lists: [staffReads],
        id: () => id,
        change: (row: AdminPartner, names) => ({
          ...row,
          tags: names.map((name) => row.tags.find((tag) => tag.name === name) ?? { id: name, name }),
        }),
      },
    },
  )
  const names = tags.map(({ name }) => name)
  const chips = tags.map(({ id: tagId, name }) => ({ id: tagId, label: name }))
  return (
    <div className="grid grid-cols-1 gap-2">
      <ChosenChips
        label="Tags"
        chosen={chips}
        onRemove={(tagId) => change(tags.filter((tag) => tag.id !== tagId).map(({ name }) => name))}
        onLastRemoved={() => undefined}
      />
      {tags.length < maxTags && <TagField chosen={names} onChoose={(name) => change([...names, name])} />}
    </div>
  )
}

/** Finds a tag by its name, or offers to create one. */
function TagField({ chosen, onChoose }: { chosen: string[]; onChoose: (name: string) => void }) {
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
  if (typed && !isKnown && found.isCurrent) options?.push({ id: typed, label: typed, detail: 'New tag' })
  return (
    <Combobox
      label="Add a tag"
      placeholder="Add a tag"
      emptyText={typed ? 'The partner already has this tag' : 'No tags yet. Type to create one.'}
      value={null}
      onChange={({ label }) => onChoose(label)}
      search={search}
      onSearch={setSearch}
      found={{ ...found, options, moreCount }}
      maxLength={limits.tag}
    />
  )
}

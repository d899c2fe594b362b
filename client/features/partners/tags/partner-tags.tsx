import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { ChosenChips } from '#client/ui/multi-picker.tsx'
import { maxTags } from '#contract/limits.ts'
import type { AdminPartner } from '#contract/partners/partners.ts'
import { TagField } from './tag-field.tsx'

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

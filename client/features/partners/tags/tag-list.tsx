import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { pagesOf } from '#client/lib/query-client.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { IconButton } from '#client/ui/button.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormInput } from '#client/ui/form-fields.tsx'
import { PagedList } from '#client/ui/paged-list.tsx'
import { question } from '#client/ui/question.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { limits } from '#contract/limits.ts'
import { type PartnerTagRow, SaveTag } from '#contract/partners/tags.ts'

/** All tags of partners, with the controls to rename and delete them. */
export function TagList() {
  const [search, setSearch] = useState('')
  const tags = useInfiniteQuery({
    ...pagesOf('/api/admin/partner-tags', { query: { search, limit: '20' } }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="grid grid-cols-1 gap-4">
      <SearchField
        label="Search tags"
        placeholder="Search by name"
        maxLength={limits.tag}
        value={search}
        onSearch={setSearch}
      />
      <PagedList
        what="tags"
        query={tags}
        rows={tags.data?.pages.flatMap(({ rows }) => rows)}
        emptyLine={search ? 'No matching tags' : 'No tags yet. Add one on the record of a partner.'}
        renderRow={(tag) => <TagItem key={tag.id} tag={tag} />}
      />
    </div>
  )
}

function TagItem({ tag }: { tag: PartnerTagRow }) {
  const itemRef = useRef<HTMLLIElement>(null)
  const { mutate: deleteTag, isPending } = useEndpointMutation(
    () => call('DELETE /api/admin/partner-tags/:id', { params: { id: tag.id } }),
    {
      success: 'Tag deleted',
      failure: 'The tag could not be deleted. Check your connection and try again.',
      invalidates: [staffReads],
    },
  )
  const partners = formatCount(tag.partners, 'partner')
  return (
    <li ref={itemRef} className="flex items-center gap-3 py-1.5">
      <p className="wrap-anywhere min-w-0 flex-1">
        {tag.name} <span className="text-13 text-muted">{partners}</span>
      </p>
      <IconButton
        icon={Pencil}
        label={`Rename ${tag.name}`}
        opens={(opening) => <TagForm {...opening} tag={tag} />}
      />
      <IconButton
        icon={Trash2}
        label={`Delete ${tag.name}`}
        pending={isPending}
        opens={question({
          title: `Delete ${tag.name}?`,
          description: tag.partners > 0 ? `${partners} will lose this tag.` : 'No partner has this tag.',
          confirmLabel: 'Delete',
          onConfirm: () => {
            const around = itemRef.current?.closest<HTMLElement>('[tabindex="-1"]')
            deleteTag(undefined, { onSuccess: () => around?.focus() })
          },
        })}
      />
    </li>
  )
}

function TagForm({ tag, ...opening }: DialogOpening & { tag: PartnerTagRow }) {
  const renaming = useEndpointMutation(
    (body: SaveTag) => call('PUT /api/admin/partner-tags/:id', { params: { id: tag.id }, body }),
    {
      success: 'Tag renamed',
      failure: 'The tag could not be renamed. Check your connection and try again.',
      serverMessages: 'all',
      inForm: ['conflict', 'fields'],
      invalidates: [staffReads],
      awaitsReads: true,
    },
  )
  const edit = useEditForm({
    schema: SaveTag,
    record: null,
    valuesOf: () => ({ name: tag.name }),
    save: (body) => renaming.mutateAsync(body),
  })
  return (
    <EditDialog
      {...opening}
      title="Rename tag"
      edit={edit}
      what="This tag"
      submitLabel="Save"
      pendingLabel="Saving..."
    >
      <FormInput name="name" label="Name" required autoComplete="off" maxLength={limits.tag} />
    </EditDialog>
  )
}

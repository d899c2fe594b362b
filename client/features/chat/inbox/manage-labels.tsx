import { Pencil, Trash2 } from 'lucide-react'
import { call } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { IconButton } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormInput } from '#client/ui/form-fields.tsx'
import { PagedList } from '#client/ui/paged-list.tsx'
import { useFocusOfGoneRow } from '#client/ui/use-focus-of-gone-row.ts'
import { type ChatLabel, RenameLabel } from '#contract/chat/labels.ts'
import { limits } from '#contract/limits.ts'
import { useLabels } from './queries.ts'

const always = {
  failure: 'The label could not be changed. Check your connection and try again.',
  serverMessages: 'all',
  invalidates: ['/api/chat/labels', '/api/chat/conversations'],
  awaitsReads: true,
} as const

/** Renames labels, and deletes those that no conversation has. */
export function ManageLabels(opening: DialogOpening) {
  const labels = useLabels()
  const { mutate, isPending, variables } = useEndpointMutation(
    (id: string) => call('DELETE /api/chat/labels/:id', { params: { id } }),
    { ...always, success: 'Label deleted' },
  )
  return (
    <Dialog {...opening} title="Manage labels" isLive>
      <div className="outline-none" {...useFocusOfGoneRow()}>
        <PagedList
          what="labels"
          query={labels}
          rows={labels.data}
          emptyLine="No labels yet"
          renderRow={(label) => (
            <li key={label.id} className="flex items-center gap-1 py-1">
              <span className="wrap-anywhere min-w-0 flex-1">
                {label.name}
                <span className="block text-13 text-muted">
                  {formatCount(label.conversations, 'conversation')}
                </span>
              </span>
              <IconButton
                icon={Pencil}
                label={`Rename ${label.name}`}
                opens={(rename) => <RenameForm {...rename} label={label} />}
              />
              {label.conversations === 0 && (
                <IconButton
                  icon={Trash2}
                  label={`Delete ${label.name}`}
                  pending={isPending && variables === label.id}
                  onClick={() => mutate(label.id)}
                />
              )}
            </li>
          )}
        />
      </div>
    </Dialog>
  )
}

function RenameForm({ label, ...opening }: DialogOpening & { label: ChatLabel }) {
  const saving = useEndpointMutation(
    ({ id, updatedAt, name }: ChatLabel) =>
      call('PUT /api/chat/labels/:id', { params: { id }, body: { name, updatedAt } }),
    { ...always, success: 'Label renamed', inForm: ['conflict', 'fields'] },
  )
  const edit = useEditForm({
    schema: RenameLabel,
    record: label,
    valuesOf: (record) => ({ name: record?.name ?? '' }),
    save: ({ name }, record) => saving.mutateAsync({ ...(record ?? label), name }),
    reload: async ({ id }) => (await call('GET /api/chat/labels', {})).find((each) => each.id === id),
  })
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title={`Rename ${label.name}`}
      what="This label"
      submitLabel="Rename"
      pendingLabel="Saving..."
    >
      <FormInput name="name" label="Name" required autoComplete="off" maxLength={limits.label} />
    </EditDialog>
  )
}

import type { ShownView } from '#client/domain/views/views.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormInput } from '#client/ui/form-fields.tsx'
import { limits } from '#contract/limits.ts'
import { CreateView, type SavedView } from '#contract/views.ts'
import { useCreateView, useRenameView } from './mutations.ts'

const nameSchema = CreateView.pick({ name: true })
const viewSchema = CreateView.pick({ name: true, isShared: true })

const NameInput = () => (
  <FormInput name="name" label="Name" required autoComplete="off" maxLength={limits.view} />
)

type SaveViewProps = DialogOpening & { shown: ShownView; onSaved: (view: SavedView) => void }

/** Saves what the table shows as a new view. */
export function SaveView({ shown, onSaved, ...opening }: SaveViewProps) {
  const { mutateAsync: create } = useCreateView()
  const edit = useEditForm({
    schema: viewSchema,
    record: null,
    valuesOf: () => ({ name: '', isShared: false }),
    save: async (values) => onSaved(await create({ ...shown, ...values })),
    conflictField: 'name',
  })
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title="Save view"
      description="Saves the filters, the order and the columns. Partners never see views or their names."
      submitLabel="Save view"
      pendingLabel="Saving..."
    >
      <NameInput />
      <Checkbox label="Share with all staff" {...edit.form.register('isShared')} />
    </EditDialog>
  )
}

/** Gives a view another name. */
export function RenameView({ view, ...opening }: DialogOpening & { view: SavedView }) {
  const { mutateAsync: rename } = useRenameView()
  const edit = useEditForm({
    schema: nameSchema,
    record: view,
    valuesOf: () => ({ name: view.name }),
    save: (change) => rename({ view, change }),
    conflictField: 'name',
  })
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title="Rename view"
      what="This view"
      submitLabel="Rename"
      pendingLabel="Saving..."
    >
      <NameInput />
    </EditDialog>
  )
}

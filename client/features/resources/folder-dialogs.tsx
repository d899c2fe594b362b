import type { ReactNode } from 'react'
import { type FieldErrors, FormProvider, useFormContext } from 'react-hook-form'
import { type EditForm, useEditForm } from '#client/lib/use-edit-form.ts'
import { AlertDialog } from '#client/ui/alert-dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { FormDialog, SubmitFooter } from '#client/ui/form-dialog.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import type { Sent } from '#contract/endpoint.ts'
import { limits } from '#contract/fields.ts'
import { categoryLabels, type ResourceCategory, resourceCategories } from '#contract/resources/categories.ts'
import {
  CreateResourceFolder,
  type createResourceFolder,
  type ResourceFolder,
  UpdateResourceFolder,
  type updateResourceFolder,
} from '#contract/resources/folders.ts'
import { cardId, folderButtonId } from './element-ids.ts'
import { useCreateFolder, useDeleteFolder, useUpdateFolder } from './mutations.ts'

type FolderValues = { name: string; description: string }
type NewFolderValues = FolderValues & { category: ResourceCategory }

type CreateFolderProps = {
  /** The category preselected. */
  category: ResourceCategory
  onClose: () => void
}

export function CreateFolder({ category, onClose }: CreateFolderProps) {
  const create = useCreateFolder()
  const edit = useEditForm<NewFolderValues, Sent<typeof createResourceFolder, 'body'>>({
    schema: CreateResourceFolder,
    record: null,
    valuesOf: () => ({ name: '', description: '', category }),
    save: async (values) => {
      await create.mutateAsync(values)
      onClose()
    },
  })
  const { errors } = edit.form.formState

  return (
    <FolderDialog
      title="Create New Folder"
      edit={edit}
      isSaving={create.isPending}
      submitLabel={create.isPending ? 'Creating...' : 'Create Folder'}
      onClose={onClose}
    >
      <Field label="Category" required error={errors.category?.message}>
        <Select {...edit.form.register('category')}>
          {resourceCategories.map((name) => (
            <option key={name} value={name}>
              {categoryLabels[name]}
            </option>
          ))}
        </Select>
      </Field>
    </FolderDialog>
  )
}

type FolderProps = { folder: ResourceFolder; onClose: () => void }

export function EditFolder({ folder, onClose }: FolderProps) {
  const update = useUpdateFolder(folder.id)
  const edit = useEditForm<FolderValues, Sent<typeof updateResourceFolder, 'body'>>({
    schema: UpdateResourceFolder,
    record: null,
    valuesOf: () => ({ name: folder.name, description: folder.description ?? '' }),
    save: async (values) => {
      await update.mutateAsync(values)
      onClose()
    },
  })
  return (
    <FolderDialog
      title="Edit Folder"
      edit={edit}
      isSaving={update.isPending}
      submitLabel={update.isPending ? 'Saving...' : 'Save Changes'}
      onClose={onClose}
    />
  )
}

type FolderDialogProps<V extends FolderValues, Checked> = {
  title: string
  edit: EditForm<V, Checked, { updatedAt: string | null }>
  isSaving: boolean
  submitLabel: string
  onClose: () => void
  /** Further fields. */
  children?: ReactNode
}

function FolderDialog<V extends FolderValues, Checked>({
  title,
  edit: { form, formRef, submit, isChanged },
  isSaving,
  submitLabel,
  onClose,
  children,
}: FolderDialogProps<V, Checked>) {
  return (
    <FormDialog
      open
      onOpenChange={onClose}
      guarded={isChanged() || isSaving}
      isChanged={isChanged}
      title={title}
    >
      <FormProvider {...form}>
        <form ref={formRef} noValidate onSubmit={submit} className="grid gap-4">
          <FolderFields />
          {children}
          <SubmitFooter isPending={isSaving} words={submitLabel} />
        </form>
      </FormProvider>
    </FormDialog>
  )
}

function FolderFields() {
  const { register, formState } = useFormContext<FolderValues>()
  const errors: FieldErrors<FolderValues> = formState.errors
  return (
    <>
      <Field label="Name" required error={errors.name?.message}>
        <TextInput autoComplete="off" maxLength={limits.name} {...register('name')} />
      </Field>
      <Field label="Description" error={errors.description?.message}>
        <TextArea maxLength={limits.description} className="max-h-48" {...register('description')} />
      </Field>
    </>
  )
}

export function DeleteFolder({ folder: { id, name, category }, onClose }: FolderProps) {
  const { mutate: deleteFolder } = useDeleteFolder(id, () => {
    const { activeElement } = document
    const row = document.getElementById(folderButtonId(id))?.closest('li')
    // The row may still be drawn; it goes away with what has the focus in it.
    if (activeElement === document.body || row?.contains(activeElement)) {
      document.getElementById(cardId(category))?.focus()
    }
  })
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={`Delete ${name}`}
      description="Are you sure you want to delete this folder? This action cannot be undone. Its files move to Uncategorized Files."
      confirmLabel="Delete"
      onConfirm={() => deleteFolder()}
    />
  )
}

import FolderPlus from 'lucide-react/icons/folder-plus'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { AlertDialog } from '#client/ui/alert-dialog.tsx'
import { Button } from '#client/ui/button.tsx'
import { type DialogOpening, useOpenDialog } from '#client/ui/dialog-host.tsx'
import { Field } from '#client/ui/field.tsx'
import { FormDialog, SubmitFooter } from '#client/ui/form-dialog.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
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
} from '#contract/resources/folders.ts'
import { cardId, folderButtonId } from '../focus-targets.ts'
import { useDeleteFolder, useSaveFolder } from '../mutations.ts'

/** Creates a folder in a category. */
export function NewFolderButton({ category }: { category: ResourceCategory }) {
  const openDialog = useOpenDialog()
  return (
    <Button
      size="small"
      onClick={() => openDialog((opening) => <FolderDialog {...opening} folder={null} category={category} />)}
    >
      <FolderPlus aria-hidden className="size-4" />
      New Folder
    </Button>
  )
}

/** Changes a folder, and deletes it. */
export function FolderActions({ folder }: { folder: ResourceFolder }) {
  const openDialog = useOpenDialog()
  const { id, name, category } = folder
  const { mutate: deleteFolder } = useDeleteFolder(id, () => {
    const { activeElement } = document
    const row = document.getElementById(folderButtonId(id))?.closest('li')
    // The row may still be drawn; it goes away with what has the focus in it.
    if (activeElement === document.body || row?.contains(activeElement)) {
      document.getElementById(cardId(category))?.focus()
    }
  })

  const handleDelete = () =>
    openDialog((opening) => (
      <AlertDialog
        {...opening}
        title={`Delete ${name}`}
        description="Are you sure you want to delete this folder? This action cannot be undone. Its files move to Uncategorized Files."
        confirmLabel="Delete"
        onConfirm={deleteFolder}
      />
    ))

  return (
    <div className="flex shrink-0">
      <IconButton
        label={`Edit ${name}`}
        title="Edit"
        onClick={() =>
          openDialog((opening) => <FolderDialog {...opening} folder={folder} category={category} />)
        }
      >
        <Pencil aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={`Delete ${name}`} title="Delete" onClick={handleDelete}>
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </div>
  )
}

type FolderValues = { name: string; description: string; category: ResourceCategory }

type FolderDialogProps = DialogOpening & {
  /** Null for a new one. */
  folder: ResourceFolder | null
  category: ResourceCategory
}

/** Creates a folder, or edits one. */
function FolderDialog({ folder, category, open, onOpenChange }: FolderDialogProps) {
  const { mutateAsync: saveFolder, isPending: isSaving } = useSaveFolder(folder?.id)
  const { form, formRef, submit, isChanged } = useEditForm<
    FolderValues,
    Sent<typeof createResourceFolder, 'body'>
  >({
    schema: folder ? CreateResourceFolder.extend(UpdateResourceFolder.shape) : CreateResourceFolder,
    record: null,
    valuesOf: () => ({ name: folder?.name ?? '', description: folder?.description ?? '', category }),
    save: async (values) => {
      await saveFolder(values)
      onOpenChange(false)
    },
  })
  const { errors } = form.formState

  return (
    <FormDialog
      title={folder ? 'Edit Folder' : 'Create New Folder'}
      open={open}
      onOpenChange={onOpenChange}
      isGuarded={isChanged() || isSaving}
      isChanged={isChanged}
    >
      <form ref={formRef} noValidate onSubmit={submit} className="grid gap-4">
        <Field label="Name" required error={errors.name?.message}>
          <TextInput autoComplete="off" maxLength={limits.name} {...form.register('name')} />
        </Field>
        <Field label="Description" error={errors.description?.message}>
          <TextArea maxLength={limits.description} className="max-h-48" {...form.register('description')} />
        </Field>
        {!folder && (
          <Field label="Category" required error={errors.category?.message}>
            <Select {...form.register('category')}>
              {resourceCategories.map((name) => (
                <option key={name} value={name}>
                  {categoryLabels[name]}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <SubmitFooter
          isPending={isSaving}
          label={
            folder ? (isSaving ? 'Saving...' : 'Save Changes') : isSaving ? 'Creating...' : 'Create Folder'
          }
        />
      </form>
    </FormDialog>
  )
}

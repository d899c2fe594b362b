import { FolderPlus, Pencil, Trash2 } from 'lucide-react'
import { call } from '#client/lib/api.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { DialogForm, FormDialog } from '#client/ui/form-dialog.tsx'
import { FormInput, FormSelect, FormTextArea } from '#client/ui/form-fields.tsx'
import { question } from '#client/ui/question.tsx'
import type { Sent } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import type { ResourceCategory } from '#contract/resources/categories.ts'
import {
  CreateResourceFolder,
  type createResourceFolder,
  type ResourceFolder,
  UpdateResourceFolder,
} from '#contract/resources/folders.ts'
import { cardId, folderButtonId } from '../focus-targets.ts'
import { useLibraryView } from '../library-view.ts'
import { libraryReads } from '../queries.ts'
import { categoryOptions, FolderMenu } from './folder-menu.tsx'

/** Creates a folder in a category. */
export function NewFolderButton({ category }: { category: ResourceCategory }) {
  return (
    <Button
      icon={FolderPlus}
      size="small"
      opens={(opening) => <FolderDialog {...opening} folder={null} category={category} />}
    >
      New Folder
    </Button>
  )
}

/** The actions on a folder: edit, delete, and those on all its files. */
export function FolderActions({ folder }: { folder: ResourceFolder }) {
  const view = useLibraryView()
  const { id, name, category } = folder
  const { mutate: deleteFolder } = useEndpointMutation(
    () => call('DELETE /api/resource-folders/:id', { params: { id } }),
    {
      success: 'Folder deleted successfully!',
      failure: 'Failed to delete folder. Please try again.',
      invalidates: libraryReads,
      awaitsReads: true,
      onSuccess: () => {
        if (view.folder === id) return view.change({ folder: null, category })
        const { activeElement } = document
        const row = document.getElementById(folderButtonId(id))?.closest('li')
        // The row may still be shown, but it goes away together with the focused element in it.
        if (activeElement === document.body || row?.contains(activeElement)) {
          document.getElementById(cardId(category))?.focus()
        }
      },
    },
  )

  const deleteQuestion = question({
    title: `Delete ${name}`,
    description:
      'Are you sure you want to delete this folder? This action cannot be undone. Its files move to Uncategorized Files.',
    confirmLabel: 'Delete',
    onConfirm: deleteFolder,
  })

  return (
    <div className="flex shrink-0">
      <IconButton
        icon={Pencil}
        label={`Edit ${name}`}
        title="Edit"
        opens={(opening) => <FolderDialog {...opening} folder={folder} category={category} />}
      />
      <IconButton icon={Trash2} label={`Delete ${name}`} title="Delete" opens={deleteQuestion} />
      <FolderMenu folder={folder} />
    </div>
  )
}

type FolderDialogProps = DialogOpening & {
  /** The folder to edit; null to create one. */
  folder: ResourceFolder | null
  category: ResourceCategory
}

/** Creates or edits a folder. */
function FolderDialog({ folder, category, ...opening }: FolderDialogProps) {
  const { mutateAsync: saveFolder, isPending: isSaving } = useEndpointMutation(
    ({ category, ...details }: Sent<typeof createResourceFolder, 'body'>) =>
      folder
        ? call('PUT /api/resource-folders/:id', { params: { id: folder.id }, body: details })
        : call('POST /api/resource-folders', { body: { ...details, category } }),
    {
      success: folder ? 'Folder updated successfully!' : 'Folder created successfully!',
      failure: folder
        ? 'Failed to update folder. Please try again.'
        : 'Failed to create folder. Please try again.',
      invalidates: libraryReads,
      awaitsReads: true,
    },
  )
  const edit = useEditForm({
    schema: folder
      ? CreateResourceFolder.extend({ name: UpdateResourceFolder.shape.name })
      : CreateResourceFolder,
    record: null,
    valuesOf: () => ({ name: folder?.name ?? '', description: folder?.description ?? '', category }),
    save: async (values) => {
      await saveFolder(values)
      opening.onOpenChange(false)
    },
  })
  const submitLabel = folder ? 'Save Changes' : 'Create Folder'
  const savingLabel = folder ? 'Saving...' : 'Creating...'

  return (
    <FormDialog
      {...opening}
      title={folder ? 'Edit Folder' : 'Create New Folder'}
      isGuarded={edit.isChanged() || isSaving}
      isChanged={edit.isChanged}
    >
      <DialogForm edit={edit} isPending={isSaving} submitLabel={isSaving ? savingLabel : submitLabel}>
        <FormInput name="name" label="Name" required autoComplete="off" maxLength={limits.name} />
        <FormTextArea name="description" label="Description" maxLength={limits.description} />
        {!folder && <FormSelect name="category" label="Category" required options={categoryOptions} />}
      </DialogForm>
    </FormDialog>
  )
}

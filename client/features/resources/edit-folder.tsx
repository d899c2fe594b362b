import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { FormProvider, useForm } from 'react-hook-form'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import type { Sent } from '#contract/endpoint.ts'
import {
  type ResourceFolder,
  UpdateResourceFolder,
  type updateResourceFolder,
} from '#contract/resources/folders.ts'
import { FolderFields, refusedFields } from './folder-fields.tsx'
import { useUpdateFolder } from './save-folder.ts'

type Values = { name: string; description: string }
type Body = Sent<typeof updateResourceFolder, 'body'>

export function EditFolder({ folder, onClose }: { folder: ResourceFolder; onClose: () => void }) {
  const update = useUpdateFolder(folder.id)
  const form = useForm<Values, unknown, Body>({
    defaultValues: { name: folder.name, description: folder.description ?? '' },
    resolver: standardSchemaResolver<Values, unknown, Body>(UpdateResourceFolder),
  })
  const { isDirty } = form.formState

  const submit = form.handleSubmit(async (values) => {
    try {
      await update.mutateAsync(values)
      onClose()
    } catch (error) {
      for (const [name, message] of refusedFields(error)) form.setError(name as keyof Values, { message })
    }
  })

  return (
    <FormDialog
      open
      onOpenChange={onClose}
      guarded={isDirty || update.isPending}
      isChanged={() => isDirty}
      title="Edit Folder"
    >
      <FormProvider {...form}>
        <FolderFields
          onSubmit={submit}
          isSaving={update.isPending}
          words={{ save: 'Save Changes', saving: 'Saving...' }}
        />
      </FormProvider>
    </FormDialog>
  )
}

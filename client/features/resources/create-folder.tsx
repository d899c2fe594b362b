import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { FormProvider, useForm } from 'react-hook-form'
import { Field } from '#client/ui/field.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { Select } from '#client/ui/select.tsx'
import type { Sent } from '#contract/endpoint.ts'
import { categoryLabels, type ResourceCategory, resourceCategories } from '#contract/resources/categories.ts'
import { CreateResourceFolder, type createResourceFolder } from '#contract/resources/folders.ts'
import { FolderFields, refusedFields } from './folder-fields.tsx'
import { useCreateFolder } from './save-folder.ts'

type Values = { name: string; description: string; category: ResourceCategory }
type Body = Sent<typeof createResourceFolder, 'body'>

type CreateFolderProps = {
  /** That of the card whose button was pressed. */
  category: ResourceCategory
  onClose: () => void
}

export function CreateFolder({ category, onClose }: CreateFolderProps) {
  const create = useCreateFolder()
  const form = useForm<Values, unknown, Body>({
    defaultValues: { name: '', description: '', category },
    resolver: standardSchemaResolver<Values, unknown, Body>(CreateResourceFolder),
  })
  const { errors, isDirty } = form.formState

  const submit = form.handleSubmit(async (values) => {
    try {
      await create.mutateAsync(values)
      onClose()
    } catch (error) {
      for (const [name, message] of refusedFields(error)) form.setError(name as keyof Values, { message })
    }
  })

  return (
    <FormDialog
      open
      onOpenChange={onClose}
      guarded={isDirty || create.isPending}
      isChanged={() => isDirty}
      title="Create New Folder"
    >
      <FormProvider {...form}>
        <FolderFields
          onSubmit={submit}
          isSaving={create.isPending}
          words={{ save: 'Create Folder', saving: 'Creating...' }}
        >
          <Field label="Category" required error={errors.category?.message}>
            <Select {...form.register('category')}>
              {resourceCategories.map((name) => (
                <option key={name} value={name}>
                  {categoryLabels[name]}
                </option>
              ))}
            </Select>
          </Field>
        </FolderFields>
      </FormProvider>
    </FormDialog>
  )
}

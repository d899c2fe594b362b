import { type FieldErrors, useController, useFormContext } from 'react-hook-form'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { limits } from '#contract/fields.ts'
import { categoryLabels, type ResourceCategory, resourceCategories } from '#contract/resources/categories.ts'
import { useFolders } from '../queries.ts'
import { AudienceChooser } from './audience-chooser.tsx'
import type { DetailsValues } from './details-values.ts'

/** Title, category, folder and description of a file: the fields of the form around it. */
export function DetailsFields({ onTitleTyped }: { onTitleTyped?: (title: string) => void }) {
  const { register, setValue, formState } = useFormContext<DetailsValues>()
  const { errors } = formState
  const category = useController<DetailsValues, 'category'>({ name: 'category' }).field
  return (
    <>
      <Field label="Title" required error={errors.title?.message}>
        <TextInput
          autoComplete="off"
          maxLength={limits.name}
          {...register('title', { onChange: ({ target }) => onTitleTyped?.(target.value) })}
        />
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Category" required error={errors.category?.message}>
          <Select
            {...category}
            onChange={(event) => {
              category.onChange(event)
              // A folder is of one category.
              setValue('folderId', '', { shouldDirty: true })
            }}
          >
            <option value="">Choose a category</option>
            {resourceCategories.map((name) => (
              <option key={name} value={name}>
                {categoryLabels[name]}
              </option>
            ))}
          </Select>
        </Field>
        <FolderChooser category={category.value} />
      </div>
      <Field label="Description" error={errors.description?.message}>
        <TextArea className="max-h-60" maxLength={limits.description} {...register('description')} />
      </Field>
    </>
  )
}

type AudienceFieldProps = { canBeBoth?: boolean }

/** Whom the file of the form around it is for. */
export function AudienceField({ canBeBoth }: AudienceFieldProps) {
  const { formState } = useFormContext<DetailsValues>()
  const { value, onChange } = useController<DetailsValues, 'audience'>({ name: 'audience' }).field
  const errors = formState.errors.audience as FieldErrors<{ group: string; partners: string }> | undefined
  return (
    <AudienceChooser
      value={value}
      onChange={onChange}
      canBeBoth={canBeBoth}
      problems={{ group: errors?.group?.message, partners: errors?.partners?.message }}
    />
  )
}

/** One of the folders of the chosen category, or none. */
function FolderChooser({ category }: { category: ResourceCategory | '' }) {
  const folders = useFolders()
  const { field, fieldState } = useController<DetailsValues, 'folderId'>({ name: 'folderId' })
  const offered = folders.data?.filter((folder) => folder.category === category) ?? []
  const isOffered = offered.some(({ id }) => id === field.value)
  return (
    <Field
      label="Folder"
      hint={folders.isError && !folders.data ? 'The folders could not be loaded.' : undefined}
      error={fieldState.error?.message}
    >
      <Select {...field} disabled={category === ''}>
        <option value="">No folder (Uncategorized)</option>
        {field.value && !isOffered && (
          // Until the folders are here; a folder that was deleted meanwhile the server names when the form is sent.
          <option value={field.value}>{folders.data ? 'A folder that was deleted' : 'Loading...'}</option>
        )}
        {offered.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

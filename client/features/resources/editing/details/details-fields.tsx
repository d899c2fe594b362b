import { type FieldErrors, useController, useFormContext } from 'react-hook-form'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { limits } from '#contract/fields.ts'
import { categoryLabels, resourceCategories } from '#contract/resources/categories.ts'
import { AudienceChooser } from '../audience/audience-chooser.tsx'
import type { DetailsValues } from './details-values.ts'
import { FolderChooser } from './folder-chooser.tsx'

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

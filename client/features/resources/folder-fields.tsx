import type { ReactNode } from 'react'
import { type FieldErrors, useFormContext } from 'react-hook-form'
import { ApiError } from '#client/lib/api.ts'
import { Field } from '#client/ui/field.tsx'
import { SubmitFooter } from '#client/ui/form-dialog.tsx'
import { TextArea } from '#client/ui/text-area.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { limits } from '#contract/fields.ts'

type NameAndDescription = { name: string; description: string }

type FolderFieldsProps = {
  onSubmit: () => void
  isSaving: boolean
  /** On the button: what it does, and what is going on once it is pressed. */
  words: { save: string; saving: string }
  /** Further fields. */
  children?: ReactNode
}

/** What both dialogs of a folder ask for, and their buttons. */
export function FolderFields({ onSubmit, isSaving, words, children }: FolderFieldsProps) {
  const { register, formState } = useFormContext<NameAndDescription>()
  const errors: FieldErrors<NameAndDescription> = formState.errors
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <Field label="Name" required error={errors.name?.message}>
        <TextInput autoComplete="off" maxLength={limits.name} {...register('name')} />
      </Field>
      <Field label="Description" error={errors.description?.message}>
        <TextArea maxLength={limits.description} className="max-h-48" {...register('description')} />
      </Field>
      {children}
      <SubmitFooter isPending={isSaving} words={isSaving ? words.saving : words.save} />
    </form>
  )
}

/** The server's words for each field that it names, where it refused what was sent. */
export const refusedFields = (error: unknown) =>
  error instanceof ApiError ? Object.entries(error.fields) : []

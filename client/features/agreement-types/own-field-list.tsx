import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { Button, IconButton } from '#client/ui/button.tsx'
import { Titled } from '#client/ui/facts.tsx'
import { Field, Select, TextInput } from '#client/ui/field.tsx'
import {
  fieldNameOf,
  maxOwnFields,
  ownFieldKindLabels,
  ownFieldKinds,
} from '#contract/documents/agreements/own-fields.ts'
import { limits } from '#contract/limits.ts'
import type { DraftValues } from './draft.ts'

/** The fields that the signer fills in. The fields about the signer are not listed, since every agreement has them. */
export function OwnFieldList() {
  const { control } = useFormContext<DraftValues>()
  const { fields, append, remove } = useFieldArray({ control, name: 'fields' })
  const addRef = useRef<HTMLButtonElement>(null)

  const handleRemove = (index: number) => {
    remove(index)
    addRef.current?.focus()
  }

  return (
    <Titled title="Fields" className="gap-3">
      <p className="text-13 text-muted">
        The signer fills these in. We always ask for company, name, title and signature date.
      </p>
      {fields.length > 0 && (
        <ul className="grid grid-cols-1 gap-3">
          {fields.map(({ id }, index) => (
            <FieldRow key={id} index={index} onRemove={() => handleRemove(index)} />
          ))}
        </ul>
      )}
      <Button
        icon={Plus}
        ref={addRef}
        className="justify-self-start"
        disabled={fields.length >= maxOwnFields}
        onClick={() => append({ name: '', label: '', kind: 'text' })}
      >
        Add field
      </Button>
    </Titled>
  )
}

function FieldRow({ index, onRemove }: { index: number; onRemove: () => void }) {
  const { register, getValues, setValue, watch, formState } = useFormContext<DraftValues>()
  const errors = formState.errors.fields?.[index]
  const name = watch(`fields.${index}.name`)
  const label = watch(`fields.${index}.label`)

  // The name of a field never changes once it is set, because the text refers to the field by it.
  const nameIt = () => {
    const all = getValues('fields')
    const typed = all[index]?.label.trim()
    if (!typed || all[index]?.name) return
    const taken = all.map((field) => field.name)
    setValue(`fields.${index}.name`, fieldNameOf(typed, taken), { shouldDirty: true })
  }

  return (
    <li className="grid items-start gap-3 rounded-control border border-line p-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto]">
      <Field
        label="Label"
        required
        hint={name ? <code>{`{{${name}}}`}</code> : undefined}
        error={errors?.label?.message ?? (label.trim() ? errors?.name?.message : undefined)}
      >
        <TextInput
          maxLength={limits.name}
          autoComplete="off"
          {...register(`fields.${index}.label`, { onBlur: nameIt })}
        />
      </Field>
      <Field label="Kind" error={errors?.kind?.message}>
        <Select {...register(`fields.${index}.kind`)}>
          {ownFieldKinds.map((kind) => (
            <option key={kind} value={kind}>
              {ownFieldKindLabels[kind]}
            </option>
          ))}
        </Select>
      </Field>
      <IconButton icon={Trash2} label={`Remove the field ${label}`} onClick={onRemove} className="sm:mt-6" />
    </li>
  )
}

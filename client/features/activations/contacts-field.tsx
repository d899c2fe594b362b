import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { Button, IconButton } from '#client/ui/button.tsx'
import { Field, FieldHint, TextInput } from '#client/ui/field.tsx'
import { limits, maxContacts } from '#contract/limits.ts'
import type { ActivationValues } from './activation-form.ts'

/** The people whom the partner and the team can call on the day, a row for each. */
export function ContactsField() {
  const { fields, append, remove } = useFieldArray<ActivationValues, 'contacts'>({ name: 'contacts' })
  const addRef = useRef<HTMLButtonElement>(null)
  const isFull = fields.length >= maxContacts

  const handleRemove = (index: number) => {
    // The pressed button goes away with its row. At the maximum, the other button is disabled until then.
    flushSync(() => remove(index))
    addRef.current?.focus()
  }

  return (
    <fieldset aria-describedby="contacts-hint" className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="mb-1.5 font-medium text-13">People on the day</legend>
      {fields.map(({ id }, index) => (
        <ContactRow key={id} index={index} onRemove={() => handleRemove(index)} />
      ))}
      <Button
        icon={Plus}
        ref={addRef}
        size="small"
        className="justify-self-start"
        disabled={isFull}
        onClick={() => append({ name: '', role: '', phone: '' })}
      >
        Add person
      </Button>
      <FieldHint id="contacts-hint">
        {isFull
          ? `You've added ${maxContacts} people, the maximum.`
          : 'The partner can call them from the activation.'}
      </FieldHint>
    </fieldset>
  )
}

function ContactRow({ index, onRemove }: { index: number; onRemove: () => void }) {
  const { register, formState } = useFormContext<ActivationValues>()
  const errors = formState.errors.contacts?.[index]
  const person = `person ${index + 1}`
  return (
    <fieldset className="grid min-w-0 grid-cols-2 items-start gap-3 rounded-control border border-line p-3">
      <legend className="sr-only">{person}</legend>
      <div className="col-span-2 grid grid-cols-[minmax(0,1fr)_auto] items-start gap-1">
        <Field label="Name" required error={errors?.name?.message}>
          <TextInput autoComplete="off" maxLength={limits.name} {...register(`contacts.${index}.name`)} />
        </Field>
        <IconButton icon={X} label={`Remove ${person}`} onClick={onRemove} className="mt-6" />
      </div>
      <Field label="Role" error={errors?.role?.message}>
        <TextInput autoComplete="off" maxLength={limits.name} {...register(`contacts.${index}.role`)} />
      </Field>
      <Field label="Phone" error={errors?.phone?.message}>
        <TextInput
          type="tel"
          autoComplete="off"
          maxLength={limits.phone}
          {...register(`contacts.${index}.phone`)}
        />
      </Field>
    </fieldset>
  )
}

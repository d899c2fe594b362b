import { useRef } from 'react'
import { useController } from 'react-hook-form'
import { Field, Select } from '#client/ui/field.tsx'
import { ChosenChips } from '#client/ui/multi-picker.tsx'
import { chosenOf } from './invite-values.ts'

type ChosenFieldProps = {
  name: string
  label: string
  /** The label of the list of what is chosen. */
  chosenLabel: string
  /** The text of the select, which adds what is chosen in it. */
  placeholder: string
  hint?: string | undefined
  options: readonly { id: string; label: string }[]
}

/** A field for several of a few options, whose value is their ids with spaces in between. Without options, there is no field. */
export function ChosenField({ name, label, chosenLabel, placeholder, hint, options }: ChosenFieldProps) {
  const { field, fieldState } = useController<Record<string, string>, string>({ name })
  const selectRef = useRef<HTMLSelectElement>(null)
  const chosen = chosenOf(field.value)
  const left = options.filter(({ id }) => !chosen.includes(id))
  if (options.length + chosen.length === 0) return null
  const change = (ids: string[]) => field.onChange(ids.join(' '))
  return (
    <div className="grid grid-cols-1 gap-2">
      <Field label={label} hint={hint} error={fieldState.error?.message}>
        <Select
          ref={selectRef}
          value=""
          onBlur={field.onBlur}
          onChange={({ target }) => target.value && change([...chosen, target.value])}
        >
          <option value="">{left.length > 0 ? placeholder : 'No more to choose'}</option>
          {left.map(({ id, label: text }) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
        </Select>
      </Field>
      <ChosenChips
        label={chosenLabel}
        chosen={chosen.map((id) => ({
          id,
          label: options.find((each) => each.id === id)?.label ?? 'Deleted',
        }))}
        onRemove={(id) => change(chosen.filter((each) => each !== id))}
        onLastRemoved={() => selectRef.current?.focus()}
      />
    </div>
  )
}

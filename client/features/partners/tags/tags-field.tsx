import { useController } from 'react-hook-form'
import { FieldError } from '#client/ui/field.tsx'
import { ChosenChips } from '#client/ui/multi-picker.tsx'
import { maxTags } from '#contract/limits.ts'
import { TagField } from './tag-field.tsx'

/** The field of a form for several tags by their names. @param isOpen whether new tags can be created */
export function TagsField({ isOpen }: { isOpen: boolean }) {
  const { field, fieldState } = useController<{ names: string[] }, 'names'>({ name: 'names' })
  const { value: names, onChange } = field
  return (
    <div className="grid grid-cols-1 gap-2">
      <ChosenChips
        label="Chosen tags"
        chosen={names.map((name) => ({ id: name, label: name }))}
        onRemove={(name) => onChange(names.filter((other) => other !== name))}
        onLastRemoved={() => undefined}
      />
      {names.length < maxTags && (
        <TagField chosen={names} isOpen={isOpen} onChoose={(name) => onChange([...names, name])} />
      )}
      {fieldState.error && <FieldError id="names-error">{fieldState.error.message}</FieldError>}
    </div>
  )
}

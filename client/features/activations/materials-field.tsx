import { useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { pageOf } from '#client/lib/query-client.ts'
import { useSearchResults } from '#client/lib/use-search-results.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { Field } from '#client/ui/field.tsx'
import { ChosenChips } from '#client/ui/multi-picker.tsx'
import { limits, maxActivationResources } from '#contract/limits.ts'

export type WithMaterials = { resources: { id: string; title: string }[] }

/** The files of the library that an activation needs, searched as the user types. It is a field of the surrounding form. */
export function MaterialsField() {
  const { field, fieldState } = useController<WithMaterials, 'resources'>({ name: 'resources' })
  const [search, setSearch] = useState<string | null>(null)
  const fieldRef = useRef<HTMLDivElement>(null)
  const { rows, ...found } = useSearchResults(search, (wanted) =>
    pageOf('/api/resources', { query: { search: wanted, limit: '20' } }),
  )
  const chosen = field.value
  const isFull = chosen.length >= maxActivationResources
  const options = rows
    ?.filter(({ id }) => chosen.every((one) => one.id !== id))
    .map(({ id, title, fileType }) => ({ id, label: title, detail: fileType.toUpperCase() }))

  return (
    <div ref={fieldRef} className="grid grid-cols-1 gap-2">
      <Field
        label="Materials"
        hint={
          isFull
            ? `You've chosen ${maxActivationResources} files, the maximum.`
            : 'The partner sees only files shared with them.'
        }
        error={fieldState.error?.message}
      >
        <Combobox
          label="Materials"
          placeholder="Search resources"
          emptyText="No matching files"
          value={null}
          onChange={({ id, label }) => {
            if (!isFull) field.onChange([...chosen, { id, title: label }])
          }}
          search={search}
          onSearch={setSearch}
          found={{ ...found, options }}
          maxLength={limits.name}
        />
      </Field>
      <ChosenChips
        label="Chosen materials"
        chosen={chosen.map(({ id, title }) => ({ id, label: title }))}
        onRemove={(removed) => field.onChange(chosen.filter(({ id }) => id !== removed))}
        onLastRemoved={() => fieldRef.current?.querySelector('input')?.focus()}
      />
    </div>
  )
}

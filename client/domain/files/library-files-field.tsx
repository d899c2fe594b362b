import { useRef, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { pageOf } from '#client/lib/query-client.ts'
import { useSearchResults } from '#client/lib/use-search-results.ts'
import { Combobox } from '#client/ui/combobox.tsx'
import { Field } from '#client/ui/field.tsx'
import { ChosenChips } from '#client/ui/multi-picker.tsx'
import { limits, maxAttachedFiles } from '#contract/limits.ts'
import { UploadInPlace } from './upload-in-place.tsx'
import type { UploadedFile } from './uploader.ts'
import type { useUploads } from './use-uploads.ts'

/** A file of the library or, with `upload`, one that was uploaded in the form and is added to the library when the form is saved. */
export type LibraryFile = { id: string; title: string; upload?: UploadedFile }

export type WithLibraryFiles = { resources: LibraryFile[] }

type LibraryFilesFieldProps = {
  label: string
  /** The name of the list of chosen files for screen readers. */
  chosenLabel: string
  hint: string
  /** The uploads of the form, if files can also be uploaded in it. */
  uploader?: ReturnType<typeof useUploads>
}

/** Files of the library, searched as the user types. It is a field of the surrounding form. */
export function LibraryFilesField({ label, chosenLabel, hint, uploader }: LibraryFilesFieldProps) {
  const { getValues, setValue } = useFormContext<WithLibraryFiles>()
  const { field, fieldState } = useController<WithLibraryFiles, 'resources'>({ name: 'resources' })
  const [search, setSearch] = useState<string | null>(null)
  const fieldRef = useRef<HTMLDivElement>(null)
  const { rows, ...found } = useSearchResults(search, (wanted) =>
    pageOf('/api/resources', { query: { search: wanted, limit: '20' } }),
  )
  const chosen = field.value
  const isFull = chosen.length >= maxAttachedFiles
  const options = rows
    ?.filter(({ id }) => chosen.every((one) => one.id !== id))
    .map(({ id, title, fileType }) => ({ id, label: title, detail: fileType.toUpperCase() }))

  return (
    <div ref={fieldRef} className="grid grid-cols-1 gap-2">
      <Field
        label={label}
        hint={isFull ? `You've chosen ${maxAttachedFiles} files, the maximum.` : hint}
        error={fieldState.error?.message}
      >
        <Combobox
          label={label}
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
        label={chosenLabel}
        chosen={chosen.map(({ id, title }) => ({ id, label: title }))}
        onRemove={(removed) => field.onChange(chosen.filter(({ id }) => id !== removed))}
        onLastRemoved={() => fieldRef.current?.querySelector('input')?.focus()}
      />
      {uploader && (
        <UploadInPlace
          uploader={uploader}
          isFull={isFull}
          onUploaded={(file) =>
            setValue('resources', [...getValues('resources'), file], {
              shouldDirty: true,
              shouldValidate: true,
            })
          }
        />
      )}
    </div>
  )
}

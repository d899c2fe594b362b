import { useQuery } from '@tanstack/react-query'
import { useController } from 'react-hook-form'
import { readOf } from '#client/lib/query-client.ts'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import type { ResourceCategory } from '#contract/resources/categories.ts'
import { listResourceFolders } from '#contract/resources/folders.ts'
import type { DetailsValues } from './details-values.ts'

/** One of the folders of the chosen category, or none. */
export function FolderChooser({ category }: { category: ResourceCategory | '' }) {
  const folders = useQuery(readOf(listResourceFolders))
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

import type { UseFormSetError } from 'react-hook-form'
import type { DetailsValues } from './details-values.ts'

const plainFields = ['title', 'description', 'category', 'folderId'] as const

/** Puts what the server says of the details to their fields. */
export const showRefusedFields = (
  fields: Record<string, string>,
  setError: UseFormSetError<DetailsValues>,
) => {
  for (const name of plainFields) {
    if (fields[name]) setError(name, { message: fields[name] })
  }
  // Of its list of partners it may name one by its place.
  const partners = Object.entries(fields).find(([name]) => name.startsWith('assignedPartnerIds'))?.[1]
  const setAudienceError = setError as (name: string, error: { message: string }) => void
  if (partners) setAudienceError('audience.partners', { message: partners })
  if (fields.assignedGroup) setAudienceError('audience.group', { message: fields.assignedGroup })
}

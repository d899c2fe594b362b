import type { Executor } from '#server/db/client.ts'
import { wrongField } from '#server/http/app-error.ts'
import { findResources } from './data.ts'

/**
 * Returns the files of the library that a form names, by title.
 * @throws AppError `bad_request` when one of them is not in the library
 */
export const requireResources = async (tx: Executor, ids: string[]) => {
  const resources = await findResources(tx, ids)
  if (resources.length < new Set(ids).size) {
    throw wrongField(
      'resourceIds',
      'One of these files is no longer in the library. Remove it and try again.',
    )
  }
  return resources
}

/** Returns fields for the audit log, which names files by their titles. */
export const withFileTitles = <Fields extends object>(fields: Fields) =>
  'resources' in fields
    ? { ...fields, resources: (fields.resources as { title: string }[]).map(({ title }) => title) }
    : { ...fields }

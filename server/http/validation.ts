import type { z } from 'zod'
import { AppError, notFound } from './app-error.ts'

type Issue = z.core.$ZodIssue

const pathOf = (path: readonly PropertyKey[]) => path.map(String).join('.')

/** The first message of each wrong field. */
const fieldsOf = (issues: readonly Issue[], within: readonly string[]) => {
  // Without a prototype, so that a field named `toString` is one like any other.
  const fields: Record<string, string> = Object.create(null)
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[pathOf([...within, ...issue.path, key])] ??= 'Unknown field'
    } else {
      fields[pathOf([...within, ...issue.path]) || 'body'] ??= issue.message
    }
  }
  return fields
}

/**
 * @param within the field that the value is of; by default it is the whole input
 * @throws AppError `bad_request` with the wrong fields
 */
export const parseInput = <S extends z.ZodType>(
  schema: S,
  value: unknown,
  ...within: string[]
): z.output<S> => {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fields = fieldsOf(result.error.issues, within)
  throw new AppError('bad_request', Object.values(fields)[0] ?? 'The request is not valid', { fields })
}

/** @throws AppError `not_found`: a malformed id leads to nothing that exists. */
export const parseParams = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw notFound()
}

import type { z } from 'zod'
import { AppError, notFound } from './app-error.ts'

type Issue = z.core.$ZodIssue

const pathOf = (path: readonly PropertyKey[]) => path.map(String).join('.')

/** Returns the first message for each wrong field. */
const fieldsOf = (issues: readonly Issue[], within: readonly string[]) => {
  // The object has no prototype, so that a field named `toString` is like any other.
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
 * Parses input by a schema.
 * @param within the path of the field that the value belongs to; by default, the value is the whole input
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

/** Parses path parameters. @throws AppError `not_found`, because nothing that exists has a malformed id */
export const parseParams = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw notFound()
}

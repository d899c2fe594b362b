import type { z } from 'zod'
import { AppError, notFound } from './app-error.ts'

type Issue = z.core.$ZodIssue

const pathOf = (path: readonly PropertyKey[]) => path.map(String).join('.')

/** Each wrong field with the first thing that is wrong with it. */
const fieldsOf = (issues: readonly Issue[]) => {
  // Without the names that every object has: `toString` is a field like any other.
  const fields: Record<string, string> = Object.create(null)
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[pathOf([...issue.path, key])] ??= 'Unknown field'
    } else {
      fields[pathOf(issue.path) || 'body'] ??= issue.message
    }
  }
  return fields
}

/** @throws AppError `bad_request` with the wrong fields. */
export const parseInput = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fields = fieldsOf(result.error.issues)
  throw new AppError('bad_request', Object.values(fields)[0] ?? 'The request is not valid', { fields })
}

/** @throws AppError `not_found`: an address with a malformed id is the address of nothing. */
export const parseParams = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw notFound()
}

import type { AuditEvent } from '#contract/audit-log.ts'
import { fieldLabel, valueWords } from './field-words.ts'

type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What stands inside a field, such as the terms of an agreement, as fields beside the others. */
const flat = (fields: Fields | null): Fields =>
  Object.fromEntries(
    Object.entries(fields ?? {}).flatMap(([name, value]) =>
      isObject(value) ? Object.entries(value) : [[name, value]],
    ),
  )

// Who it was stands above: the thing's own id says nothing more.
const unsaid = new Set(['id'])

/** Each field that an entry tells of, in words: as it was and as it became. By label, since the log keeps no order. */
export const entryFields = ({ before, after }: Pick<AuditEvent, 'before' | 'after'>) => {
  const [was, became] = [flat(before), flat(after)]
  return Object.keys({ ...was, ...became })
    .filter((name) => !unsaid.has(name))
    .map((name) => ({
      name,
      label: fieldLabel(name),
      before: valueWords(name, was[name]),
      after: valueWords(name, became[name]),
    }))
    .sort((one, other) => one.label.localeCompare(other.label))
}

/** The partner that an entry names by id. */
export const partnerIn = ({ before, after }: Pick<AuditEvent, 'before' | 'after'>): string | undefined => {
  const partnerId = (after ?? before)?.partnerId
  return typeof partnerId === 'string' ? partnerId : undefined
}

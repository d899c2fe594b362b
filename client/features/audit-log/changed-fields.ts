import type { AuditEvent } from '#contract/audit-log.ts'
import { fieldLabel, formatValue } from './field-labels.ts'

type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields with those of a nested object, such as the terms of an agreement, beside the others. */
const flatten = (fields: Fields | null): Fields =>
  Object.fromEntries(
    Object.entries(fields ?? {}).flatMap(([name, value]) =>
      isObject(value) ? Object.entries(value) : [[name, value]],
    ),
  )

/** The fields of an audit event before and after, as text, sorted by label. */
export const changedFields = ({ before, after }: Pick<AuditEvent, 'before' | 'after'>) => {
  const [oldFields, newFields] = [flatten(before), flatten(after)]
  return (
    Object.keys({ ...oldFields, ...newFields })
      // The row above already names the item.
      .filter((name) => name !== 'id')
      .map((name) => ({
        name,
        label: fieldLabel(name),
        before: formatValue(name, oldFields[name]),
        after: formatValue(name, newFields[name]),
      }))
      .sort((one, other) => one.label.localeCompare(other.label))
  )
}

/** The id of the partner to which the changed item belongs, where it belongs to one. */
export const partnerIdOf = ({ before, after }: Pick<AuditEvent, 'before' | 'after'>): string | undefined => {
  const partnerId = (after ?? before)?.partnerId
  return typeof partnerId === 'string' ? partnerId : undefined
}

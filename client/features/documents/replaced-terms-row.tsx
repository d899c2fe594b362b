import { memo } from 'react'
import { termGroups } from '#client/domain/appendix-a-terms.ts'
import { partnerLabel } from '#client/domain/rows/rows.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { FieldError, TextArea, TextInput } from '#client/ui/field.tsx'
import { dateRange } from '#contract/date-range.ts'
import type { ReplacedTerms } from '#contract/documents/replaced-terms.ts'
import { limits } from '#contract/limits.ts'

/** The terms in the order of the contract, without the day of the signature, which only the signer can set. */
export const carriedTermFields = termGroups
  .flatMap(({ terms }) => terms)
  .filter(({ name }) => name !== 'partnershipSignatureDate')

type Terms = Record<string, string>

type ReplacedTermsRowProps = {
  row: ReplacedTerms
  /** The partner's terms as staff have changed them; undefined while they are as the server will copy them. */
  changed: Terms | undefined
  errors: Record<string, { message?: string } | undefined> | undefined
  /** Called with all terms of the partner, or undefined if they are to be copied unchanged. */
  onChange: (terms: Terms | undefined) => void
}

const isSame = (one: Terms, other: Terms) =>
  carriedTermFields.every(({ name }) => (one[name] ?? '') === (other[name] ?? ''))

/** The terms of one partner, each in an editable cell. */
export const ReplacedTermsRow = memo(
  function Row({ row, changed, errors, onChange }: ReplacedTermsRowProps) {
    const { partner, documentId, terms } = row
    const shown = changed ?? terms
    const name = partnerLabel(partner)
    const change = (field: string, value: string) => {
      const next = { ...shown, [field]: value }
      onChange(isSame(next, terms) ? undefined : next)
    }
    return (
      <tr className="max-sm:grid max-sm:grid-cols-1 max-sm:gap-3 max-sm:p-3">
        <th
          scope="row"
          className="sticky left-0 z-10 w-44 bg-raised px-3 py-2 text-left align-top font-medium max-sm:static max-sm:w-auto max-sm:p-0"
        >
          <span className="wrap-anywhere block">{name}</span>
          {!documentId && <span className="block text-12 text-muted">No signed agreement to replace</span>}
          {changed && (
            <span className="mt-1 flex flex-wrap items-center gap-x-2 text-12 text-accent">
              Changed
              <Button size="small" variant="quiet" onClick={() => onChange(undefined)}>
                Undo<span className="sr-only">{` the changes for ${name}`}</span>
              </Button>
            </span>
          )}
        </th>
        {carriedTermFields.map(({ name: field, label, kind, maxLength }) => {
          const value = shown[field] ?? ''
          const error = errors?.[field]?.message
          const errorId = `${partner.id}-${field}-error`
          const props = {
            'data-term': field,
            'aria-label': `${label} for ${name}${value === '' ? ', empty' : ''}`,
            'aria-invalid': error ? (true as const) : undefined,
            'aria-describedby': error ? errorId : undefined,
            value,
            // A number may be written as text, such as "two weeks", so it may be as long as any term.
            maxLength: kind === 'number' ? limits.term : maxLength,
            autoComplete: 'off',
            className: classNames(
              value === '' && 'border-caution! border-dashed bg-caution-soft!',
              changed && value !== (terms[field] ?? '') && 'border-accent! inset-ring inset-ring-accent',
            ),
          }
          return (
            <td
              key={field}
              className={classNames(
                'px-1 py-1 align-top max-sm:p-0',
                kind === 'long-text' ? 'sm:min-w-64' : 'sm:min-w-36',
              )}
            >
              <span aria-hidden className="mb-1 block text-12 text-muted sm:hidden">
                {label}
              </span>
              {kind === 'long-text' ? (
                <TextArea {...props} rows={1} onChange={({ target }) => change(field, target.value)} />
              ) : (
                <TextInput
                  {...props}
                  {...(kind === 'date' && { type: 'date', ...dateRange })}
                  onChange={({ target }) => change(field, target.value)}
                />
              )}
              {error && <FieldError id={errorId}>{error}</FieldError>}
            </td>
          )
        })}
      </tr>
    )
  },
  // `onChange` is not compared: it always works on the current values, so a row need not render for a new one.
  (before, after) =>
    before.row === after.row && before.changed === after.changed && before.errors === after.errors,
)

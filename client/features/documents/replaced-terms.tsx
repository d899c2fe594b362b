import { useInfiniteQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { sentFor, type WithAudience } from '#client/domain/audience/audience-field.tsx'
import { isOfInputMethod } from '#client/lib/input-method.ts'
import { pagesOf } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FormSection } from '#client/ui/form-section.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import type { ReplacedTerms as Row } from '#contract/documents/replaced-terms.ts'
import { carriedTermFields, ReplacedTermsRow } from './replaced-terms-row.tsx'

/** The terms of the partners for whom staff have changed any, complete, by partner and field. */
export type PartnerTerms = Record<string, Record<string, string>>

type Values = WithAudience & { documentType: string; partnerTerms: PartnerTerms }

const addressOf = (values: WithAudience) => {
  const sent = sentFor(values)
  const { partnerId, assignedPartnerIds, assignedGroup } = {
    assignedPartnerIds: [],
    assignedGroup: null,
    ...sent,
  }
  return {
    partners: [...(partnerId ? [partnerId] : []), ...assignedPartnerIds].join(),
    group: assignedGroup ?? '',
  }
}

/** What each partner's new agreement copies from the one that it replaces: fields of the surrounding form, with a row for each partner. */
export function ReplacedTerms() {
  const [partner, audience, documentType] = useWatch<Values, ['partner', 'audience', 'documentType']>({
    name: ['partner', 'audience', 'documentType'],
  })
  const { partners, group } = addressOf({ partner, audience })
  const isNamed = audience.kind === 'everyone' || partners !== '' || group !== ''
  const rows = useInfiniteQuery({
    ...pagesOf('/api/admin/agreement-types/:type/replaced-terms', {
      params: { type: documentType },
      query: { partners, group },
    }),
    enabled: isNamed,
  })
  return (
    <FormSection
      stacked
      heading="Agreed terms of each partner"
      note="Copied from the agreement each partner signed last, except the agreement date and the signature date. Partners sign these terms as they are and fill in the empty ones, which are marked."
    >
      {isNamed && (
        <QueryState
          query={{ ...rows, data: rows.data?.pages.flatMap((page) => page.rows) }}
          loading={<Skeleton className="h-40" />}
          failure={{ title: 'The terms could not be loaded' }}
          empty={{
            when: ({ length }) => length === 0,
            show: <EmptyState icon={Users} line="No partner will get this yet" />,
          }}
        >
          {(shown) => <TermsTable rows={shown} />}
        </QueryState>
      )}
      {rows.hasNextPage && (
        <Button
          className="justify-self-start"
          pending={rows.isFetchingNextPage}
          onClick={() => rows.fetchNextPage()}
        >
          {rows.isFetchNextPageError ? 'Retry' : 'Show more partners'}
        </Button>
      )}
    </FormSection>
  )
}

const rowSteps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

/** Moves from a cell to the same term of the partner above or below. In a text of several lines the keys move within it. */
const handleKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
  const { target, currentTarget, key } = event
  if (!(target instanceof HTMLInputElement) || target.type === 'date' || isOfInputMethod(event)) return
  // Enter would otherwise submit the form.
  const step = key === 'Enter' ? 1 : (rowSteps[key] ?? 0)
  if (step === 0) return
  event.preventDefault()
  const column = [...currentTarget.querySelectorAll<HTMLElement>(`[data-term="${target.dataset.term}"]`)]
  column[column.indexOf(target) + step]?.focus()
}

/** The table of the terms. On a small screen, the terms of each partner are listed below one another. */
function TermsTable({ rows }: { rows: readonly Row[] }) {
  const { formState, getValues, setValue } = useFormContext<Values>()
  const changed = useWatch<Values, 'partnerTerms'>({ name: 'partnerTerms' })
  const errors = formState.errors.partnerTerms as
    | Record<string, Record<string, { message?: string } | undefined> | undefined>
    | undefined
  return (
    <section
      aria-label="Terms of each partner"
      className="isolate max-h-[60dvh] overflow-auto rounded-card border border-line max-sm:max-h-none"
    >
      <table onKeyDown={handleKeyDown} className="text-13 max-sm:block sm:min-w-max">
        <thead className="max-sm:sr-only">
          <tr>
            <th
              scope="col"
              className="sticky top-0 left-0 z-20 w-44 bg-raised px-3 py-2 text-left font-medium"
            >
              Partner
            </th>
            {carriedTermFields.map(({ name, label }) => (
              <th
                key={name}
                scope="col"
                className="sticky top-0 z-10 bg-raised px-2 py-2 text-left font-medium"
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-sm:block">
          {rows.map((row) => (
            <ReplacedTermsRow
              key={row.partner.id}
              row={row}
              changed={changed[row.partner.id]}
              errors={errors?.[row.partner.id]}
              onChange={(terms) => {
                const { [row.partner.id]: _former, ...others } = getValues('partnerTerms')
                const next = terms ? { ...others, [row.partner.id]: terms } : others
                setValue('partnerTerms', next, { shouldDirty: true, shouldValidate: formState.isSubmitted })
              }}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

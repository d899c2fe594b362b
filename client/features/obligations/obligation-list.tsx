import { useQuery } from '@tanstack/react-query'
import { readOf } from '#client/lib/query-client.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Titled } from '#client/ui/facts.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import type { Obligation } from '#contract/obligations/obligations.ts'
import type { RecordPaymentFor } from './obligation-menu.tsx'
import { ObligationItem } from './obligation-row.tsx'

type Of = { activationId: string; documentId?: undefined } | { documentId: string; activationId?: undefined }

type ObligationListProps = Of & {
  /** The heading of the list. */
  title?: string
  /** For staff: opens the form that records a payment. */
  recordPayment?: RecordPaymentFor
}

/** What the two sides owe each other for an activation or by an agreement, next due first. Renders nothing if they owe nothing. */
export function ObligationList({ title = 'Obligations', recordPayment, ...of }: ObligationListProps) {
  const query = useObligations(of)
  return (
    <QueryState
      query={query}
      loading={null}
      failure={{ title: 'The obligations could not be loaded' }}
      empty={{ when: ({ length }) => length === 0, show: null }}
      className={query.data?.length === 0 ? 'absolute' : undefined}
    >
      {(obligations) => (
        <Titled title={title}>
          <ObligationRows label={title} obligations={obligations} recordPayment={recordPayment} />
        </Titled>
      )}
    </QueryState>
  )
}

const useObligations = ({ activationId, documentId }: Of) => {
  const ofActivation = useQuery({
    ...readOf('/api/activations/:id/obligations', { params: { id: activationId ?? '' } }),
    enabled: activationId !== undefined,
  })
  const ofDocument = useQuery({
    ...readOf('/api/partner/documents/:id/obligations', { params: { id: documentId ?? '' } }),
    enabled: documentId !== undefined,
  })
  return activationId === undefined ? ofDocument : ofActivation
}

type ObligationRowsProps = {
  label: string
  obligations: Obligation[]
  recordPayment?: RecordPaymentFor | undefined
}

/** The rows of a list of obligations. */
export function ObligationRows({ label, obligations, recordPayment }: ObligationRowsProps) {
  const now = useNow()
  return (
    <div className="@container">
      <ul aria-label={label} className="divide-y divide-line rounded-card border border-line">
        {obligations.map((obligation) => (
          <ObligationItem
            key={obligation.id}
            obligation={obligation}
            now={now}
            recordPayment={recordPayment}
          />
        ))}
      </ul>
    </div>
  )
}

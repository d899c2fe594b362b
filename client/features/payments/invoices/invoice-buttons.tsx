import { useQuery } from '@tanstack/react-query'
import { readOf } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import { isOneOf, moneyKinds, obligationKindLabels } from '#contract/obligations/kinds.ts'
import type { Obligation } from '#contract/obligations/obligations.ts'
import type { Invoice } from '#contract/payments/invoices.ts'
import { SendInvoiceDialog } from './lazy-dialogs.tsx'
import { useSendInvoice } from './mutations.ts'

const isOpen = ({ status }: Invoice) => status !== 'paid' && status !== 'rejected'

/** The buttons with which a partner sends an invoice, or asks for the next payment that they have not asked for. */
export function InvoiceButtons({ invoices }: { invoices: Invoice[] }) {
  const { data: obligations = [] } = useQuery(readOf('/api/partner/obligations'))
  const owed = obligations.filter(isOwed)
  const asked = new Set(invoices.filter(isOpen).map(({ obligationId }) => obligationId))
  const next = owed.find(({ id, kind, status }) => {
    return status === 'open' && kind !== 'additional_costs' && !asked.has(id)
  })
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" opens={(opening) => <SendInvoiceDialog {...opening} owed={owed} />}>
        Send an invoice…
      </Button>
      {next && <AskButton obligation={next} />}
    </div>
  )
}

/** Whether an invoice can be for something: what the company owes, and additional costs also after some were paid. */
const isOwed = ({ kind, owedBy, status }: Obligation) =>
  owedBy === 'company' &&
  isOneOf(moneyKinds, kind) &&
  (status === 'open' || (status === 'done' && kind === 'additional_costs'))

function AskButton({ obligation: { id, kind } }: { obligation: Obligation }) {
  const { mutate: send, isPending } = useSendInvoice()
  return (
    <Button size="small" pending={isPending} onClick={() => send({ obligationId: id })}>
      {`Ask for the ${obligationKindLabels[kind].toLowerCase()}`}
    </Button>
  )
}

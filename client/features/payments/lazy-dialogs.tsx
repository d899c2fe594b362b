import type { RowPartner } from '#client/domain/rows/rows.ts'
import type { RenderDialog } from '#client/ui/dialog-host.tsx'
import { lazyOpening } from '#client/ui/lazy-dialog.tsx'
import type { Obligation } from '#contract/obligations/obligations.ts'

// Each dialog is loaded when staff first open it.
export const RecordPaymentDialog = lazyOpening(
  async () => (await import('./record-payment-dialog.tsx')).RecordPaymentDialog,
)
export const ReverseDialog = lazyOpening(async () => (await import('./reverse-dialog.tsx')).ReverseDialog)

/** Returns the dialog that records a payment toward an obligation, which names the partner if the row does. */
export const recordPaymentFor =
  (obligation: Obligation & { partner?: RowPartner }): RenderDialog =>
  (opening) => (
    <RecordPaymentDialog {...opening} obligation={obligation} partner={obligation.partner ?? null} />
  )

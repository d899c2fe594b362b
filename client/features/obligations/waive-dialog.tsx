import { ReasonDialog } from '#client/domain/reason-dialog.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { obligationKindLabels } from '#contract/obligations/kinds.ts'
import type { Obligation } from '#contract/obligations/obligations.ts'
import { useUpdateObligation } from './mutations.ts'

/** Waives an obligation, for staff. */
export function WaiveDialog({ obligation, ...opening }: DialogOpening & { obligation: Obligation }) {
  const { mutateAsync: update } = useUpdateObligation(obligation)
  return (
    <ReasonDialog
      {...opening}
      title={`Waive: ${obligationKindLabels[obligation.kind]}`}
      submitLabel="Waive"
      pendingLabel="Waiving..."
      hint="The partner will see this. The audit log keeps it with your name."
      onSubmit={({ reason }) => update({ status: 'waived', note: reason, updatedAt: obligation.updatedAt })}
    >
      It no longer has to be done. The agreement stays as it was signed, and you can reopen this later.
    </ReasonDialog>
  )
}

import { ReasonDialog } from '#client/domain/lazy-dialogs.ts'
import { Button } from '#client/ui/button.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import { useDeclineDocument } from './mutations.ts'

/** Declines an agreement with a reason. Renders nothing once the agreement is declined. */
export function DeclineButton({ document }: { document: PartnerDocument }) {
  const { mutateAsync: decline } = useDeclineDocument(document.id)
  if (document.declinedAt) return null

  const renderDialog = (opening: DialogOpening) => (
    <ReasonDialog
      {...opening}
      title={`Decline the ${document.documentName}?`}
      submitLabel="Decline"
      pendingLabel="Declining..."
      hint="The partner team will see it"
      onSubmit={decline}
    >
      We'll let the partner team know, and they'll get back to you. You can still sign later.
    </ReasonDialog>
  )
  return (
    <Button variant="quiet" size="small" opens={renderDialog}>
      Decline<span className="sr-only">{` the ${document.documentName}`}</span>
    </Button>
  )
}

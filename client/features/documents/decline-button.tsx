import { useState } from 'react'
import { ReasonDialog } from '#client/domain/lazy-dialogs.ts'
import { Button } from '#client/ui/button.tsx'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import { useDeclineDocument } from './mutations.ts'

/** Declines an agreement with a reason. Nothing once it is declined. */
export function DeclineButton({ document }: { document: PartnerDocument }) {
  const [isOpen, setOpen] = useState(false)
  const { mutateAsync: decline, isPending } = useDeclineDocument(document.id)
  if (document.declinedAt && !isOpen) return null
  return (
    <>
      {!document.declinedAt && (
        <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
          Decline<span className="sr-only">{` the ${document.documentName}`}</span>
        </Button>
      )}
      <ReasonDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Decline the ${document.documentName}?`}
        submitLabel={isPending ? 'Declining...' : 'Decline'}
        hint="The partner team reads it"
        isPending={isPending}
        onSubmit={decline}
      >
        The partner team is notified and gets back to you. You can still sign the agreement later.
      </ReasonDialog>
    </>
  )
}

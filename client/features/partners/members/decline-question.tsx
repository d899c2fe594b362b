import { AlertDialog } from '#client/ui/dialog.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'

type DeclineQuestionProps = DialogOpening & { businessName: string; onConfirm: () => void }

/** Asks before an invitation is declined. It is a file of its own, so that the home does not load dialogs. */
export const DeclineQuestion = ({ businessName, ...question }: DeclineQuestionProps) => (
  <AlertDialog
    {...question}
    title="Decline the invitation?"
    description={`To join ${businessName} later, you need a new invitation.`}
    confirmLabel="Decline"
  />
)

import { formatCount } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { AlertDialog } from '#client/ui/dialog.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import type { AgreementTypeDetails } from '#contract/agreement-types.ts'
import { useNewestAgreementType, usePublishDraft } from './queries.ts'

type PublishButtonProps = {
  details: AgreementTypeDetails
  /** When the draft was saved; null before it was. */
  savedAt: string | null
  /** Whether the whole draft is saved and nothing is missing. */
  isReady: boolean
  onPublished: () => void
}

/** Asks for confirmation, and then puts the saved draft in force. */
export function PublishButton({ details, savedAt, isReady, onPublished }: PublishButtonProps) {
  const publish = usePublishDraft(details.id)
  const handleConfirm = () => publish.mutate({ updatedAt: savedAt ?? '' }, { onSuccess: onPublished })
  return (
    <Button
      variant="primary"
      disabled={!isReady || !savedAt}
      pending={publish.isPending}
      opens={(opening) => <PublishDialog {...opening} details={details} onConfirm={handleConfirm} />}
    >
      {publish.isPending ? 'Publishing...' : 'Publish'}
    </Button>
  )
}

type PublishDialogProps = DialogOpening & { details: AgreementTypeDetails; onConfirm: () => void }

function PublishDialog({ details, onConfirm, ...opening }: PublishDialogProps) {
  // The partners who wait for the text may have changed since the page was read, and may change while the question is open.
  const { data = details } = useNewestAgreementType(details.id)
  const waiting =
    data.pending > 0
      ? ` ${formatCount(data.pending, 'partner')} with an unsigned copy will get the new text.`
      : ''
  return (
    <AlertDialog
      {...opening}
      title={`Publish this version of ${details.name}?`}
      description={`From now on, partners sign this version. It can no longer be changed.${waiting} Signed agreements keep their text.`}
      confirmLabel="Publish"
      tone="primary"
      onConfirm={onConfirm}
    />
  )
}

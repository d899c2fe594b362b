import { formatCount } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { AlertDialog } from '#client/ui/dialog.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import type { AgreementTypeDetails } from '#contract/agreement-types.ts'
import { useNewestAgreementType, usePublishDraft } from './queries.ts'

type PublishButtonProps = {
  details: AgreementTypeDetails
  /** Whether there is a draft and nothing is missing. */
  isReady: boolean
  /** Saves what was typed, and returns when the draft was saved. */
  saveNow: () => Promise<string>
  onPublished: () => void
  onRefused: (error: unknown) => void
}

/** Asks for confirmation, and then saves the draft and puts it in force. */
export function PublishButton({ details, isReady, saveNow, onPublished, onRefused }: PublishButtonProps) {
  const publish = usePublishDraft(details.id, saveNow, onPublished)
  const handleConfirm = () => publish.mutate(undefined, { onError: onRefused })
  return (
    <Button
      variant="primary"
      disabled={!isReady}
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

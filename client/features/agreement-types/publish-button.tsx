import { formatCount } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { AlertDialog } from '#client/ui/dialog.tsx'
import { useOpenDialog } from '#client/ui/dialog-host.tsx'
import type { AgreementTypeDetails } from '#contract/agreement-types.ts'
import { usePublishDraft } from './queries.ts'

type PublishButtonProps = {
  details: AgreementTypeDetails
  /** When the draft was saved; null before it was. */
  savedAt: string | null
  /** All of it is saved, and nothing is missing. */
  isReady: boolean
  onPublished: () => void
}

/** Puts the saved draft in force, after a question. */
export function PublishButton({ details, savedAt, isReady, onPublished }: PublishButtonProps) {
  const { id, name, pending } = details
  const openDialog = useOpenDialog()
  const publish = usePublishDraft(id)
  const waiting =
    pending > 0 ? ` ${formatCount(pending, 'partner')} with one to sign will read the new text.` : ''
  const ask = () =>
    openDialog((opening) => (
      <AlertDialog
        {...opening}
        title={`Publish this text of ${name}?`}
        description={`Partners sign it from now on, and it can no longer be changed.${waiting} What was signed keeps its text.`}
        confirmLabel="Publish"
        tone="primary"
        onConfirm={() => publish.mutate({ updatedAt: savedAt ?? '' }, { onSuccess: onPublished })}
      />
    ))
  return (
    <Button variant="primary" disabled={!isReady || !savedAt} pending={publish.isPending} onClick={ask}>
      {publish.isPending ? 'Publishing...' : 'Publish'}
    </Button>
  )
}

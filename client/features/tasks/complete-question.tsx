import { AlertDialog } from '#client/ui/dialog.tsx'

export type CompleteQuestionProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** How many files were chosen as proof and could not be uploaded. */
  failedUploads: number
  onConfirm: () => void
}

/** Asks before a task is completed without the proof that its instructions want. */
export default function CompleteQuestion({ failedUploads, ...dialog }: CompleteQuestionProps) {
  return (
    <AlertDialog
      {...dialog}
      title="Complete without proof?"
      description={
        failedUploads > 0
          ? "A file you chose as proof wasn't uploaded."
          : 'The instructions ask for a photo or another file as proof, and none has been added. Open the task to add it.'
      }
      confirmLabel="Complete without proof"
      tone="primary"
    />
  )
}

import { SnoozeDialog } from '#client/domain/snooze/snooze-dialog.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { useChangeConversations } from './mutations.ts'
import type { OpenedConversation } from './queries.ts'

export type ConversationDialogProps = DialogOpening & {
  rows: readonly OpenedConversation[]
  /** The conversations as the title names them. */
  what: string
  onDone?: (() => void) | undefined
}

/** Puts conversations away until a time. */
export function SnoozeConversations({ rows, onDone, ...dialog }: ConversationDialogProps) {
  const change = useChangeConversations()
  return (
    <SnoozeDialog
      {...dialog}
      description="It comes back at that time, or when the partner writes."
      onSnooze={async (snoozedUntil) => {
        await change.mutateAsync({ rows, change: { snoozedUntil } })
        onDone?.()
      }}
    />
  )
}

import type { ReactNode } from 'react'
import { useActivityDialog } from '#client/domain/opened.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { ActivityList, readActivityKind } from './activity-list.tsx'
import { useOwnActivities } from './queries.ts'

type OwnActivityDialogProps = {
  /** The kind that is shown; any other text means all kinds. */
  shown: string
  open: boolean
  onClose: () => void
  /** The dialogs that open on top of this one. */
  children: ReactNode
}

/** All that happened to the user as a partner. */
export function OwnActivityDialog({ shown, open, onClose, children }: OwnActivityDialogProps) {
  const { exchange } = useActivityDialog()
  const kind = readActivityKind(shown)
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Activity"
      description="What happened on your account, agreements, tasks and activations"
      size="wide"
      isReadOnly
      isLive
    >
      <ActivityList
        query={useOwnActivities(kind)}
        kind={kind}
        onKindChange={(next) => exchange(next ?? 'all')}
      />
      {children}
    </Dialog>
  )
}

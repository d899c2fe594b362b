import { Megaphone } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { Day } from '#client/domain/day.tsx'
import { AttachedFiles } from '#client/domain/files/attached-files.tsx'
import { Button } from '#client/ui/button.tsx'
import { DetailsDialog } from '#client/ui/details-dialog.tsx'
import { DialogFooter } from '#client/ui/dialog.tsx'
import { Titled } from '#client/ui/facts.tsx'
import { TextSkeleton } from '#client/ui/loading.tsx'
import type { Announcement } from '#contract/announcements.ts'
import { Byline, WholeText } from './announcement-text.tsx'
import { useDismiss, useMarkRead } from './mutations.ts'
import { useOwnAnnouncement } from './queries.ts'

type AnnouncementDetailsProps = {
  announcementId: string
  open: boolean
  onClose: () => void
  /** The dialogs that open on top of this one. */
  children: ReactNode
}

/** A whole announcement, for a partner. Opening it marks it as read. */
export function AnnouncementDetails({ announcementId, ...opening }: AnnouncementDetailsProps) {
  return (
    <DetailsDialog
      {...opening}
      query={useOwnAnnouncement(announcementId)}
      what="announcement"
      titleOf={({ title }) => title}
      descriptionOf={({ publishAt }) => <Byline publishAt={publishAt} />}
      size="wide"
      className="min-h-40"
      loading={<TextSkeleton className="h-32" />}
      gone={{ icon: Megaphone, line: 'This announcement is no longer available.' }}
      renderDetails={(announcement) => <Content announcement={announcement} onDismissed={opening.onClose} />}
    />
  )
}

type ContentProps = { announcement: Announcement; onDismissed: () => void }

function Content({ announcement, onDismissed }: ContentProps) {
  const { mutate: dismiss, isPending } = useDismiss()
  const markRead = useMarkRead()
  const handleShown = useEffectEvent(() => markRead(announcement))
  useEffect(() => void handleShown(), [])
  const { body, resources, endsAt, dismissedAt } = announcement
  return (
    <>
      <div className="grid min-h-32 grid-cols-1 content-start gap-4 pb-6">
        <WholeText body={body} />
        {resources.length > 0 && (
          <Titled title="Files" className="gap-1">
            <AttachedFiles files={resources} />
          </Titled>
        )}
        {endsAt && (
          <p className="text-13 text-muted">
            Shown until <Day at={endsAt} exact />
          </p>
        )}
      </div>
      {dismissedAt === null && (
        <DialogFooter>
          <Button
            pending={isPending}
            onClick={() => dismiss(announcement, { onSuccess: () => onDismissed() })}
          >
            Dismiss
          </Button>
        </DialogFooter>
      )}
    </>
  )
}

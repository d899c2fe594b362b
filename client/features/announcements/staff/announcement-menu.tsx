import { CircleStop, Pencil, Trash2 } from 'lucide-react'
import { RowMenu } from '#client/domain/rows/staff-actions.tsx'
import { AlertDialog } from '#client/ui/dialog.tsx'
import { type DialogOpening, useOpenDialog } from '#client/ui/dialog-host.tsx'
import { MenuItem, MenuSeparator } from '#client/ui/menu.tsx'
import type { AdminAnnouncement } from '#contract/announcements.ts'
import { AnnouncementForm } from './lazy-dialogs.ts'
import { useDeleteAnnouncement, useEndAnnouncement } from './mutations.ts'

type AnnouncementMenuProps = { announcement: AdminAnnouncement; onDeleted?: () => void }

/** What staff can do with an announcement. */
export function AnnouncementMenu(props: AnnouncementMenuProps) {
  const { announcement } = props
  const openDialog = useOpenDialog()
  return (
    <RowMenu name={announcement.title} row={{}}>
      <MenuItem
        icon={Pencil}
        onSelect={() =>
          openDialog((opening) => <AnnouncementForm {...opening} announcement={announcement} />)
        }
      >
        Edit
      </MenuItem>
      {announcement.state === 'active' && (
        <MenuItem
          icon={CircleStop}
          onSelect={() => openDialog((opening) => <EndNow {...opening} announcement={announcement} />)}
        >
          End now
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem
        icon={Trash2}
        tone="danger"
        onSelect={() => openDialog((opening) => <Delete {...opening} {...props} />)}
      >
        Delete
      </MenuItem>
    </RowMenu>
  )
}

function EndNow({ announcement, ...opening }: DialogOpening & AnnouncementMenuProps) {
  const { mutate: end } = useEndAnnouncement(announcement)
  return (
    <AlertDialog
      {...opening}
      title={`End ${announcement.title} now?`}
      description="Partners will no longer see it. You can give it a later end again."
      confirmLabel="End now"
      tone="primary"
      onConfirm={() => end()}
    />
  )
}

function Delete({ announcement, onDeleted, ...opening }: DialogOpening & AnnouncementMenuProps) {
  const { mutate: deleteIt } = useDeleteAnnouncement(announcement)
  return (
    <AlertDialog
      {...opening}
      title={`Delete ${announcement.title}?`}
      description="Partners will no longer see it. Who has read it is deleted, too."
      confirmLabel="Delete"
      onConfirm={() => deleteIt(undefined, { onSuccess: onDeleted })}
    />
  )
}

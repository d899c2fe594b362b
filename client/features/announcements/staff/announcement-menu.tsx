import { CircleStop, Pencil, Trash2 } from 'lucide-react'
import { RowMenu } from '#client/domain/rows/staff-actions.tsx'
import { MenuItem, MenuSeparator } from '#client/ui/menu.tsx'
import { question } from '#client/ui/question.tsx'
import type { AdminAnnouncement } from '#contract/announcements.ts'
import { AnnouncementForm } from './lazy-dialogs.ts'
import { useDeleteAnnouncement, useEndAnnouncement } from './mutations.ts'

type AnnouncementMenuProps = { announcement: AdminAnnouncement; onDeleted?: () => void }

/** The menu with the actions of staff on an announcement. */
export function AnnouncementMenu({ announcement, onDeleted }: AnnouncementMenuProps) {
  const { title, state } = announcement
  const { mutate: end } = useEndAnnouncement(announcement)
  const { mutate: deleteIt } = useDeleteAnnouncement(announcement)

  const endQuestion = question({
    title: `End ${title} now?`,
    description: 'Partners will no longer see it. To show it again, set a later end.',
    confirmLabel: 'End now',
    tone: 'primary',
    onConfirm: end,
  })
  const deleteQuestion = question({
    title: `Delete ${title}?`,
    description: 'Partners will no longer see it. The list of who read it is deleted, too.',
    confirmLabel: 'Delete',
    onConfirm: () => deleteIt(undefined, { onSuccess: onDeleted }),
  })

  return (
    <RowMenu name={title} row={{}}>
      <MenuItem
        icon={Pencil}
        opens={(opening) => <AnnouncementForm {...opening} announcement={announcement} />}
      >
        Edit
      </MenuItem>
      {state === 'active' && (
        <MenuItem icon={CircleStop} opens={endQuestion}>
          End now
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={Trash2} tone="danger" opens={deleteQuestion}>
        Delete
      </MenuItem>
    </RowMenu>
  )
}

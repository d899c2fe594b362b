import { AnnouncementDetails } from '#client/features/announcements/announcement-details.tsx'
import { useSeenByOpening } from '#client/features/notifications/seen.ts'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import { isStaff } from '#contract/users/roles.ts'
import type { OpenedProps } from './opened-props.ts'

// The dialog is in a separate file because partners do not need it.
const StaffAnnouncement = lazyDialog(
  () => import('#client/features/announcements/staff/staff-announcement.tsx'),
  ({ onClose }) => onClose(),
)

/** The dialog of an announcement, for partners and for staff. */
export default function OpenedAnnouncement({ user, id, ...opening }: OpenedProps) {
  useSeenByOpening('announcement', { user, id, open: opening.open })
  const Details = isStaff(user.role) ? StaffAnnouncement : AnnouncementDetails
  return <Details key={id} announcementId={id} {...opening} />
}

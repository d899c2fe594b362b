import {
  useAgreementDialog,
  useAnnouncementDialog,
  usePartnerDialog,
  useResourceDialog,
  useTaskDialog,
} from '#client/domain/opened.ts'
import type { useAddressDialog } from '#client/lib/address-dialog.ts'
import type { Notification, NotificationSubject } from '#contract/notifications/notifications.ts'

/** The props of a link to what a notification is about, which opens on top of the screen. */
export const useSubjectLink = ({ subject }: Pick<Notification, 'subject'>) => {
  const dialogs: Record<NotificationSubject, Pick<ReturnType<typeof useAddressDialog>, 'linkTo'>> = {
    task: useTaskDialog(),
    agreement: useAgreementDialog(),
    resource: useResourceDialog(),
    announcement: useAnnouncementDialog(),
    partner: usePartnerDialog(),
  }
  return subject ? dialogs[subject.type].linkTo(subject.id) : { href: '/' }
}

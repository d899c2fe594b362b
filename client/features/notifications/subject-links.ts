import {
  useAgreementDialog,
  useAnnouncementDialog,
  usePartnerDialog,
  useResourceDialog,
  useTaskDialog,
} from '#client/domain/opened.ts'
import type { useAddressDialog } from '#client/lib/address-dialog.ts'
import type { Notification, NotificationSubject } from '#contract/notifications/notifications.ts'

/** Returns the props of a link to the subject of a notification, which opens on top of the screen. */
export const useSubjectLink = ({ kind, subject }: Pick<Notification, 'kind' | 'subject'>) => {
  const dialogs: Record<NotificationSubject, Pick<ReturnType<typeof useAddressDialog>, 'linkTo'>> = {
    task: useTaskDialog(),
    agreement: useAgreementDialog(),
    resource: useResourceDialog(),
    announcement: useAnnouncementDialog(),
    partner: usePartnerDialog(),
  }
  if (subject && kind === 'profile_changed') {
    const { href, state } = dialogs.partner.linkTo(subject.id)
    return { href: `${href}&section=activity`, state }
  }
  if (subject) return dialogs[subject.type].linkTo(subject.id)
  return { href: kind === 'webhook_disabled' ? '/admin?tab=api' : '/' }
}

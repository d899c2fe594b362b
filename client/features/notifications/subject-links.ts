import { useLinkOfPartner } from '#client/domain/current-user.ts'
import {
  useActivationDialog,
  useAgreementDialog,
  useAnnouncementDialog,
  useOwedDialog,
  usePartnerDialog,
  useRecapDialog,
  useResourceDialog,
  useTaskDialog,
} from '#client/domain/opened.ts'
import type { useAddressDialog } from '#client/lib/address-dialog.ts'
import type { Notification, NotificationSubject } from '#contract/notifications/notifications.ts'
import { addressOf } from '#contract/screens.ts'

/** Returns the props of a link to the subject of a notification, which opens on top of the screen. */
export const useSubjectLink = ({
  kind,
  subject,
  partner,
}: Pick<Notification, 'kind' | 'subject' | 'partner'>) => {
  const linkOfPartner = useLinkOfPartner()
  const recapDialog = useRecapDialog()
  const dialogs: Record<NotificationSubject, Pick<ReturnType<typeof useAddressDialog>, 'linkTo'>> = {
    task: useTaskDialog(),
    agreement: useAgreementDialog(),
    resource: useResourceDialog(),
    announcement: useAnnouncementDialog(),
    activation: useActivationDialog(),
    invoice: useOwedDialog(),
    partner: usePartnerDialog(),
  }
  if (subject && (subject.noteId || kind === 'profile_changed')) {
    const { href, state } = dialogs.partner.linkTo(subject.id)
    return { href: `${href}&${subject.noteId ? `note=${subject.noteId}` : 'section=activity'}`, state }
  }
  if (subject && kind === 'recap_due') {
    return linkOfPartner(partner?.id, addressOf.writeRecap(subject.id), recapDialog.linkTo(subject.id))
  }
  if (subject && kind === 'recap_submitted') return { href: addressOf.recap(subject.id) }
  if (subject && kind === 'invoice_received') return { href: addressOf.invoicesOf(subject.id) }
  if (subject) {
    const { type, id } = subject
    return linkOfPartner(partner?.id, addressOf[type](id), dialogs[type].linkTo(id))
  }
  return { href: kind === 'webhook_disabled' ? '/admin?tab=api' : '/' }
}

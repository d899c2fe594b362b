import { type NotificationKind, notificationEvents, switchOfKind } from '#contract/notifications/kinds.ts'
import { type EmailContent, oneLine, shortened } from '#server/mail/email-content.ts'
import { forPartner, linkTo } from '#server/mail/links.ts'
import { type EmailedNotification, severalSubject } from './data.ts'

// This is enough to know what an email is about; the rest is in the portal.
const maxItems = 20
const maxDetail = 300

const closing: Partial<Record<NotificationKind, string>> = {
  role_changed: 'What you can see and do in the portal has changed. Questions? Ask the partner team.',
  task_overdue: 'Need more time? Write to us in the chat.',
  agreement_waiting: 'Sign it in the portal. It takes a few minutes.',
  agreement_changed: 'Questions? Write to us in the chat.',
}

/** Returns the address of the subject of a notification. */
const addressOf = ({ kind, subject, partner }: EmailedNotification, baseUrl: string) => {
  if (subject?.noteId) return `${baseUrl}${linkTo.note(subject.id, subject.noteId)}`
  if (subject && (kind === 'recap_due' || kind === 'recap_submitted')) {
    const path = kind === 'recap_due' ? linkTo.writeRecap(subject.id) : linkTo.recap(subject.id)
    return `${baseUrl}${forPartner(path, partner?.id)}`
  }
  if (subject && kind === 'invoice_received') return `${baseUrl}${linkTo.invoicesOf(subject.id)}`
  const home = kind === 'webhook_disabled' ? linkTo.webhooks : linkTo.home
  return `${baseUrl}${forPartner(subject ? linkTo[subject.type](subject.id) : home, partner?.id)}`
}

/** Returns the title of a notification, with the business for a reader of several partners. */
const titleOf = ({ title, partner }: EmailedNotification) =>
  partner ? `${title} · ${partner.businessName}` : title

const oneOf = (notice: EmailedNotification, baseUrl: string): EmailContent => {
  const { kind, detail, files, partner } = notice
  const last = closing[kind]
  return {
    heading: titleOf(notice),
    paragraphs: [...(detail ? [detail] : []), ...(last ? [last] : [])],
    ...(files && {
      items: files.map(({ id, title }) => ({
        label: title,
        url: `${baseUrl}${forPartner(linkTo.resource(id), partner?.id)}`,
      })),
    }),
    action: { label: notificationEvents[kind].action, url: addressOf(notice, baseUrl) },
  }
}

const severalOf = (notices: EmailedNotification[], baseUrl: string): EmailContent => {
  const more = notices.length - maxItems
  return {
    heading: severalSubject(notices.length),
    paragraphs: [],
    items: notices.slice(0, maxItems).map((notice) => ({
      label: titleOf(notice),
      ...(notice.detail && { detail: shortened(oneLine(notice.detail), maxDetail) }),
      url: addressOf(notice, baseUrl),
    })),
    action: { label: 'Open the portal', url: `${baseUrl}${linkTo.home}` },
    ...(more > 0 && { footnote: `And ${more} more in the portal.` }),
  }
}

/** Returns the email for these notifications. It shows a single one in full, and several as a list. */
export const notificationEmail = (
  notices: [EmailedNotification, ...EmailedNotification[]],
  baseUrl: string,
): { subject: string; content: EmailContent } => {
  const [first, ...others] = notices
  const about = [...new Set(notices.flatMap(({ partnerUserId }) => partnerUserId ?? []))]
  const kept = {
    switches: [...new Set(notices.flatMap(({ kind }) => switchOfKind(kind) ?? []))],
    ...(about.length > 0 && { about }),
  }
  if (others.length === 0) return { subject: first.title, content: { ...oneOf(first, baseUrl), ...kept } }
  return { subject: severalSubject(notices.length), content: { ...severalOf(notices, baseUrl), ...kept } }
}

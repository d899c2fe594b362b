import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { type EmailSwitch, type NotificationKind, notificationEvents, switchOfKind } from './kinds.ts'

/** The type of an email that contains notifications of several kinds. */
export const severalKinds = 'notifications'

const otherTypes: Partial<Record<string, EmailSwitch>> = {
  chat: 'chatMessages',
  reminder: 'taskReminders',
  welcome: 'welcomeEmails',
  weekly_digest: 'weeklyDigests',
  monthly_report: 'monthlyReports',
}

/** Returns the switch for an email by its type in the email log; undefined for emails that are always sent, such as codes. */
export const switchOfType = (type: string): EmailSwitch | undefined =>
  otherTypes[type] ?? (type in notificationEvents ? switchOfKind(type as NotificationKind) : undefined)

/** Whether recipients can unsubscribe from emails of this type. */
export const isUnsubscribable = (type: string) => type === severalKinds || switchOfType(type) !== undefined

// Other parameters are allowed, because mail programs and link scanners add their own.
const query = z.object({ token: z.string().max(100).optional() })

export const showUnsubscribe = endpoint('GET', '/unsubscribe', {
  access: 'anyone',
  summary:
    'The page for unsubscribing from a kind of email. Opening it changes nothing, since mail scanners open links; 404 for an address that is not in use',
  query,
  responses: {},
})

export const unsubscribe = endpoint('POST', '/unsubscribe', {
  access: 'anyone',
  summary:
    'Unsubscribes the recipient from a kind of email, with the form on the page or one click in a mail program (RFC 8058), from any site; 404 for an address that is not in use',
  // Impersonation makes no difference, because this endpoint does not read the session.
  allowedWhileImpersonating: true,
  query,
  responses: {},
})

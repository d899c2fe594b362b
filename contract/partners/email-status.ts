import { emailTypesOfKinds } from '../notifications/kinds.ts'

/**
 * The statuses of an email. `retrying`: the last attempt failed, and another follows. `failed`: the last attempt failed, and no other
 * follows. `refused`: the mail server permanently refused the email. `bounced`: the mail server permanently refused its address.
 * `skipped`: the email was deliberately not sent, because there was no reason left to send it.
 */
export const emailStatuses = [
  'queued',
  'retrying',
  'sent',
  'failed',
  'refused',
  'bounced',
  'skipped',
] as const

export type EmailStatus = (typeof emailStatuses)[number]

export const emailStatusLabels: Record<EmailStatus, string> = {
  queued: 'Queued',
  retrying: 'Trying again',
  sent: 'Sent',
  failed: 'Failed',
  refused: 'Refused',
  bounced: 'Bounced',
  skipped: 'Not sent',
}

/** The names of emails by their type in the log. */
export const emailTypeLabels: Record<string, string> = {
  ...emailTypesOfKinds,
  account_change: 'Account change',
  agreement_signed: 'Agreement signed',
  chat: 'Unread messages',
  evidence_head: 'Daily evidence',
  member_invitation: 'Invitation to a partner',
  new_browser: 'New sign-in',
  notifications: 'Several notifications',
  reminder: 'Reminder',
  report: 'Sign-in reported',
  sealing_failed: 'Unsealed agreements',
  sign_in_code: 'Sign-in code',
  step_up_code: 'Confirmation code',
  weekly_digest: 'Weekly summary',
  monthly_report: 'Monthly report',
  welcome: 'Invitation',
  wrong_codes: 'Wrong codes',
}

import type { SendMailOptions } from 'nodemailer'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** The Message-ID, in angle brackets. */
  messageId: string
  /** The URL with which mail programs unsubscribe the reader in one request (RFC 8058). */
  unsubscribe?: string
  attachments?: Attachment[]
}

/** A file of an email. Its media type follows from the ending of its name. */
export interface Attachment {
  filename: string
  content: Buffer
}

/** Sends one email at a time. Rejects when that fails, so that the job is retried. */
export interface Mailer {
  send(mail: Mail): Promise<void>
  close(): void
}

/** Returns an email in nodemailer's format. Its headers are the same for every way of sending. */
export const messageOf = (from: string, { to, unsubscribe, ...mail }: Mail): SendMailOptions => ({
  from,
  // The recipient is an object, because a string would be parsed as a list of addresses.
  to: { name: '', address: to },
  ...mail,
  headers: {
    // These headers prevent out-of-office replies: RFC 3834 defines the first one, and Exchange uses the second one.
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    ...(unsubscribe && {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
  disableFileAccess: true,
  disableUrlAccess: true,
})

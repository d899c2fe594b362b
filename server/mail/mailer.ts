import type { SendMailOptions } from 'nodemailer'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** In angle brackets. */
  messageId: string
  /** Where its reader unsubscribes with one request (RFC 8058). */
  unsubscribe?: string
  attachments?: Attachment[]
}

/** Its media type follows from the ending of its name. */
export interface Attachment {
  filename: string
  content: Buffer
}

/** Sends one email. Rejects when that fails, so that the job is retried. */
export interface Mailer {
  send(mail: Mail): Promise<void>
  close(): void
}

/** An email as nodemailer takes it. Its headers are the same for every way of sending. */
export const messageOf = (from: string, { to, unsubscribe, ...mail }: Mail): SendMailOptions => ({
  from,
  // As an object: a text would be read as a list of addresses.
  to: { name: '', address: to },
  ...mail,
  headers: {
    // So that no absence notice answers it: RFC 3834, and for Exchange, which knows another header.
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

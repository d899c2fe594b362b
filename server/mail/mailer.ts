export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** In angle brackets. One of its own unless told. */
  messageId?: string
}

/** Hands one mail over for delivery. Rejects when it could not: the job that called tries again. */
export interface Mailer {
  send(mail: Mail): Promise<void>
  close(): void
}

import { createTransport } from 'nodemailer'
import { isLoopback } from '#server/loopback.ts'
import type { Mailer } from './mailer.ts'

// A mail server that does not respond must not block a job for longer than its code is valid.
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

export const createSmtpMailer = (smtpUrl: string, from: string): Mailer => {
  const url = new URL(smtpUrl)
  const transport = createTransport({
    host: url.hostname,
    port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
    secure: url.protocol === 'smtps:',
    // Without it, whoever sits in between removes the server's offer of encryption and reads sign-in codes.
    requireTLS: url.protocol === 'smtp:' && !isLoopback(url.hostname),
    auth: url.username
      ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
      : undefined,
    pool: true,
    ...timeouts,
  })
  return {
    async send(mail) {
      await transport.sendMail({ from, ...mail })
    },
    close: () => transport.close(),
  }
}

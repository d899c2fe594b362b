import { Counter, type Registry } from 'prom-client'
import type { Mailer } from '#server/mail/mailer.ts'
import { refusalOf } from '#server/mail/refusal.ts'

const resultOf = (error: unknown) => {
  const refusal = refusalOf(error)
  if (!refusal) return 'failed'
  return refusal.what === 'address' ? 'bounced' : 'refused'
}

/** Returns a mailer that counts emails by result: sent, bounced (address refused), refused (email refused) or failed for now. */
export const observeMailer = (registry: Registry, mailer: Mailer): Mailer => {
  const emails = new Counter({
    name: 'portal_emails_total',
    help: 'Emails that this process has handed to the mail server, by result: sent, bounced (the address is refused for good), refused (the email is refused for good) or failed (tried again).',
    labelNames: ['result'],
    registers: [registry],
  })
  for (const result of ['sent', 'bounced', 'refused', 'failed']) emails.inc({ result }, 0)
  return {
    async send(mail) {
      try {
        await mailer.send(mail)
      } catch (error) {
        emails.inc({ result: resultOf(error) })
        throw error
      }
      emails.inc({ result: 'sent' })
    },
    close: () => mailer.close(),
  }
}

import { Counter, type Registry } from 'prom-client'
import type { Mailer } from '#server/mail/mailer.ts'
import { addressRefusal } from '#server/mail/refusal.ts'

/** A mailer whose emails are counted by what became of them: sent, bounced (the address is refused for good) or failed for now. */
export const observeMailer = (registry: Registry, mailer: Mailer): Mailer => {
  const emails = new Counter({
    name: 'portal_emails_total',
    help: 'Emails that this process has handed to the mail server, by result: sent, bounced (refused for good) or failed (tried again).',
    labelNames: ['result'],
    registers: [registry],
  })
  for (const result of ['sent', 'bounced', 'failed']) emails.inc({ result }, 0)
  return {
    async send(mail) {
      try {
        await mailer.send(mail)
      } catch (error) {
        emails.inc({ result: addressRefusal(error) === undefined ? 'failed' : 'bounced' })
        throw error
      }
      emails.inc({ result: 'sent' })
    },
    close: () => mailer.close(),
  }
}

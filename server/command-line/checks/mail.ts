import { randomUUID } from 'node:crypto'
import { createMailer } from '#server/mail/create-mailer.ts'
import { renderEmail } from '#server/mail/render-email.ts'
import { mailHost } from '#server/setting-addresses.ts'
import type { Settings } from '#server/settings.ts'
import { type Finding, right, wrong } from './check.ts'

/** Sends a real email, by default to the operator. */
export const checkMail = async (settings: Settings, to = settings.operatorEmail): Promise<Finding> => {
  if (!to) return wrong('not tried: set OPERATOR_EMAIL, or give an address with --mail')
  const mailer = createMailer(settings)
  const content = {
    heading: 'Email from the portal arrives',
    paragraphs: ["Someone who runs the portal checked its settings. There's nothing to do."],
  }
  try {
    await mailer.send({
      to,
      subject: 'The portal can send email',
      messageId: `<${randomUUID()}@${mailHost(settings.baseUrl)}>`,
      ...renderEmail(content, settings.companyName),
    })
  } catch (error) {
    return wrong(`${to} was not accepted: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    mailer.close()
  }
  return settings.smtpUrl
    ? right(
        `${new URL(settings.smtpUrl).hostname} accepted a message to ${to}: check that it arrives, and not as spam`,
      )
    : right(`written as a file to DATA_DIR/mail, since SMTP_URL is not set`)
}

import { setTimeout } from 'node:timers/promises'
import { and, eq, isNull } from 'drizzle-orm'
import type { Email } from 'postal-mime'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { signInAttempts } from '#server/db/schema/users.ts'
import { sha256 } from '#server/sessions/sessions.ts'
import type { TestApp } from './app.ts'
import type { MailServer } from './smtp.ts'

const find = (mail: Email, pattern: RegExp) => {
  const [, found] = pattern.exec(mail.text ?? '') ?? []
  if (!found) throw new Error(`This mail has no ${pattern}:\n${mail.text}`)
  return found
}

/** Returns the code of a sign-in email as the email shows it. */
export const codeIn = (mail: Email) => find(mail, /^([3-9B-Z]{4}-[3-9B-Z]{4})$/m)

/** Returns a code that differs from this one. */
export const otherThan = (code: string) => `${code.slice(0, -1)}${code.endsWith('B') ? 'C' : 'B'}`

/** Returns the whole address of the link in an email. `tokenIn` returns the token in it, which browsers do not send to servers. */
export const linkIn = (mail: Email) => find(mail, /(https?:\/\/\S+#token=[\w-]+)/)
export const tokenIn = (mail: Email) => find(mail, /#token=([\w-]{43})/)

/** Waits until all sign-in emails to an address have been sent or given up, and returns the one whose code and link are valid. */
export const validMail = async (
  { db }: Pick<TestApp, 'db'>,
  { mails }: Pick<MailServer, 'mails'>,
  email: string,
) => {
  await allMailed({ db }, email)
  const isOpen = and(eq(signInAttempts.email, email), isNull(signInAttempts.usedAt))
  const [attempt] = await db.select().from(signInAttempts).where(isOpen)
  const mail = mails.find(
    (each) =>
      each.to?.[0]?.address === email &&
      each.text?.includes('#token=') &&
      sha256(tokenIn(each)) === attempt?.tokenHash,
  )
  if (!mail) throw new Error('no email has the valid code')
  return mail
}

/** Waits until all emails to an address have been sent or given up. */
export const allMailed = async ({ db }: Pick<TestApp, 'db'>, email: string) => {
  const isQueued = and(eq(emailNotificationLogs.recipient, email), eq(emailNotificationLogs.status, 'queued'))
  while ((await db.$count(emailNotificationLogs, isQueued)) > 0) await setTimeout(50)
}

/** Returns the token of the link "This wasn't me". */
export const reportTokenIn = (mail: Email) => find(mail, /#report=([\w-]{43})/)

import type { Settings } from '#server/settings.ts'
import { createFileMailer } from './file-mailer.ts'
import { mailFolder } from './folder.ts'
import type { Mailer } from './mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

/** Creates a mailer that uses the configured mail server, or writes files if there is none. */
export const createMailer = (settings: Settings): Mailer =>
  settings.smtpUrl
    ? createSmtpMailer(settings.smtpUrl, settings.mailFrom)
    : createFileMailer(mailFolder(settings), settings.mailFrom)

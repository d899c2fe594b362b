import type { Settings } from '#server/settings.ts'
import { mailFolder } from './folder.ts'
import type { Mailer } from './mailer.ts'

const openMailer = async (settings: Settings): Promise<Mailer> => {
  if (settings.smtpUrl) {
    const { createSmtpMailer } = await import('./smtp-mailer.ts')
    return createSmtpMailer(settings.smtpUrl, settings.mailFrom)
  }
  const { createFileMailer } = await import('./file-mailer.ts')
  return createFileMailer(mailFolder(settings), settings.mailFrom)
}

/**
 * Creates a mailer that uses the configured mail server, or writes files if there is none. Its code is loaded with the first email, since
 * it would delay the start.
 */
export const createMailer = (settings: Settings): Mailer => {
  let opened: Promise<Mailer> | undefined
  return {
    async send(mail) {
      // The cause may pass, such as too many open files, so the next email tries again.
      opened ??= openMailer(settings).catch((error) => {
        opened = undefined
        throw error
      })
      const mailer = await opened
      await mailer.send(mail)
    },
    close: () => {
      // A mailer that could not be opened has nothing to close; the emails that waited for it have failed.
      opened?.then(
        (mailer) => mailer.close(),
        () => {},
      )
    },
  }
}

import { certificateProblem } from '#server/certificate-errors.ts'

/**
 * An email could not be sent because the mail server is set up wrongly. The email is retried. The message names the setting and the remedy;
 * it contains no email address because it goes to the server's log.
 */
export class MailSetupError extends Error {
  readonly code: unknown

  constructor(message: string, cause: Error) {
    super(message, { cause })
    this.code = (cause as SmtpFailure).originalCode ?? (cause as SmtpFailure).code
  }
}

interface SmtpFailure {
  code?: unknown
  /** Node's code, if Nodemailer has replaced it by its own. */
  originalCode?: unknown
  responseCode?: unknown
}

const prefix = 'SMTP_URL: the mail server cannot be used:'

/** Turns an error of the mail server's setup into one that explains what the operator has to do. Returns every other error unchanged. */
export const explainSmtpError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const { code, originalCode, responseCode } = error as SmtpFailure
  const certificate = certificateProblem(originalCode ?? code)
  if (certificate) return new MailSetupError(`${prefix} ${certificate}`, error)
  if (code === 'EAUTH' && responseCode === 535)
    return new MailSetupError(`${prefix} it refuses the username or password.`, error)
  // The portal requires STARTTLS from a mail server on another machine. Nodemailer reports ETLS if the server does not offer it.
  if (code === 'ETLS')
    return new MailSetupError(
      `${prefix} it offers no encryption. Turn STARTTLS on there, or use smtps://.`,
      error,
    )
  return error
}

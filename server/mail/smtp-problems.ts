import { certificateProblem } from '#server/certificate-errors.ts'

/** The mail server cannot be used as it is set up. Its message names the setting and what helps, and no address. */
export class MailSetupError extends Error {
  readonly code: unknown

  constructor(message: string, cause: Error) {
    super(message, { cause })
    this.code = (cause as SmtpFailure).originalCode ?? (cause as SmtpFailure).code
  }
}

interface SmtpFailure {
  code?: unknown
  /** Node's code, where Nodemailer has put its own in its place. */
  originalCode?: unknown
  responseCode?: unknown
}

const prefix = 'SMTP_URL: the mail server cannot be used:'

/** The error with what the operator has to do, where it comes from how the mail server is set up; every other error as it is. */
export const explainSmtpError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const { code, originalCode, responseCode } = error as SmtpFailure
  const certificate = certificateProblem(originalCode ?? code)
  if (certificate) return new MailSetupError(`${prefix} ${certificate}`, error)
  if (code === 'EAUTH' && responseCode === 535)
    return new MailSetupError(`${prefix} it refuses the user name or the password.`, error)
  // The answer to STARTTLS, which the portal wants of a server on another machine.
  if (code === 'ETLS')
    return new MailSetupError(
      `${prefix} it offers no encryption. Turn STARTTLS on there, or use smtps://.`,
      error,
    )
  return error
}

import { createTransport } from 'nodemailer'
import { isLoopback } from '#server/loopback.ts'
import { type Mailer, messageOf } from './mailer.ts'
import { explainSmtpError } from './smtp-problems.ts'

// A mail server that does not respond must not block a job for longer than its code is valid. One that answers a byte at a time meets none of the
// first three. With the wait for a free connection, an attempt ends before its job counts as lost and another process makes the next one.
const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  attemptTimeout: 45_000,
}

export const createSmtpMailer = (
  smtpUrl: string,
  from: string,
  { attemptTimeout, ...limits } = timeouts,
): Mailer => {
  const url = new URL(smtpUrl)
  // An IPv6 address is in brackets there.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const secure = url.protocol === 'smtps:'
  const transport = createTransport({
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    // Without it, whoever sits in between removes the server's offer of encryption and reads sign-in codes.
    requireTLS: !secure && !isLoopback(url.hostname),
    // On this machine STARTTLS may be missing altogether, and a Postfix of Debian offers it with a certificate that nobody knows.
    tls: { rejectUnauthorized: secure || !isLoopback(url.hostname) },
    auth: url.username
      ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
      : undefined,
    pool: true,
    ...limits,
  })
  return {
    async send(mail) {
      const signal = AbortSignal.timeout(attemptTimeout)
      try {
        await transport.sendMail({ ...messageOf(from, mail), signal })
      } catch (error) {
        throw signal.aborted
          ? new Error('The mail server took too long', { cause: error })
          : explainSmtpError(error)
      }
    },
    close: () => transport.close(),
  }
}

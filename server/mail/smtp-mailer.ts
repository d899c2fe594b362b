import { createTransport } from 'nodemailer'
import { isLoopback } from '#server/loopback.ts'
import { type Mailer, messageOf } from './mailer.ts'
import { explainSmtpError } from './smtp-problems.ts'

// A mail server that hangs must not block a job for longer than its code is valid. The first three limits do not stop a server that sends a
// byte at a time. With the wait for a connection, an attempt must end before its job counts as lost and another process retries it.
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
  // In a URL, an IPv6 address is in brackets.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const secure = url.protocol === 'smtps:'
  const transport = createTransport({
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    // Without `requireTLS`, an attacker on the network could remove the server's offer of encryption and read sign-in codes.
    requireTLS: !secure && !isLoopback(url.hostname),
    // On this machine STARTTLS may be missing, and Debian's Postfix offers it with a self-signed certificate.
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

import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  url: string
  /** All received emails, the oldest first. */
  mails: Email[]
  /** Returns the newest email to an address, and with `subject`, once `count` of them have arrived. */
  mailTo(address: string, count?: number, subject?: string): Promise<Email>
  /** How the server treats the next emails; null to accept them. */
  behavior: Behavior | null
  /** Stops listening without deleting the received emails. */
  stop(): Promise<void>
  /** Starts listening again on the same port. */
  start(): Promise<void>
}

/** Handlers of emails. A rejection with `responseCode` becomes the server's reply; a promise that never ends leaves the client waiting. */
export interface Behavior {
  onRecipient?: (address: string) => Promise<void>
  /** Handles the content of an email. `store` stores the email, even when the handler then rejects. */
  onContent?: (mail: Email, store: () => void) => Promise<void>
}

/** An error that makes the server reply with this code instead of accepting. */
export const smtpError = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

const sameAddress = (one = '', other = '') => one.toLowerCase() === other.toLowerCase()

/** Starts a mail server on loopback that accepts every email; with a certificate, only after STARTTLS. */
export const startMailServer = async (certificate?: { cert: string; key: string }): Promise<MailServer> => {
  const mails: Email[] = []
  const arrivals = new EventEmitter()
  let server: SMTPServer
  let port = 0

  const start = async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: certificate ? ['AUTH'] : ['AUTH', 'STARTTLS'],
      ...certificate,
      // The portal leaves connections open; the server must not wait for them when it stops.
      closeTimeout: 1,
      onRcptTo({ address }, session, done) {
        if (certificate && !session.secure) return done(smtpError(530, 'Must issue a STARTTLS command first'))
        Promise.resolve(mailServer.behavior?.onRecipient?.(address)).then(() => done(), done)
      },
      onData(stream, _session, done) {
        const store = (mail: Email) => {
          mails.push(mail)
          arrivals.emit('mail')
        }
        buffer(stream)
          .then((message) => PostalMime.parse(message))
          .then(async (mail) => {
            const { onContent } = mailServer.behavior ?? {}
            if (onContent) await onContent(mail, () => store(mail))
            else store(mail)
          })
          .then(() => done(), done)
      },
    })
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
    // The connection of a killed client ends with an error.
    server.on('error', () => {})
    port = (server.server.address() as AddressInfo).port
  }

  const mailServer: MailServer = {
    url: '',
    behavior: null,
    mails,
    async mailTo(address, count = 1, subject) {
      for (;;) {
        const found = mails.filter(
          (each) =>
            each.to?.some((receiver) => sameAddress(receiver.address, address)) &&
            (subject === undefined || each.subject === subject),
        )
        const mail = found.at(-1)
        if (mail && found.length >= count) return mail
        await once(arrivals, 'mail')
      }
    },
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
    start,
  }
  await start()
  mailServer.url = `smtp://127.0.0.1:${port}`
  return mailServer
}

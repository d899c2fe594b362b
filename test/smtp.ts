import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  url: string
  /** All received emails, the oldest first. */
  mails: Email[]
  /** The newest email to an address, with that subject where it is given, as soon as there are this many. */
  mailTo(address: string, count?: number, subject?: string): Promise<Email>
  /** How it treats the next emails; null to accept them. Given the addresses, or the content of an email, it answers, or does not. */
  behavior: Behavior | null
  /** Stops listening without deleting the received emails. */
  stop(): Promise<void>
  /** Listens again, on the same port. */
  start(): Promise<void>
}

/** An error with `responseCode` is its answer. A promise that never ends leaves the client waiting. */
export interface Behavior {
  onRecipient?: (address: string) => Promise<void>
  /** `store` keeps the email; what is thrown afterwards is answered nevertheless. */
  onContent?: (mail: Email, store: () => void) => Promise<void>
}

/** What the server answers instead of accepting. */
export const smtpError = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

const sameAddress = (one = '', other = '') => one.toLowerCase() === other.toLowerCase()

/** A mail server on loopback that accepts every email, with a certificate only after STARTTLS. */
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
    // A client was killed.
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

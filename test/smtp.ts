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
  /** Stops listening without deleting the received emails. */
  stop(): Promise<void>
  /** Listens again, on the same port. */
  start(): Promise<void>
}

const sameAddress = (one = '', other = '') => one.toLowerCase() === other.toLowerCase()

/** A mail server on loopback that accepts every email. */
export const startMailServer = async (): Promise<MailServer> => {
  const mails: Email[] = []
  const arrivals = new EventEmitter()
  let server: SMTPServer
  let port = 0

  const start = async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      // The portal leaves connections open; the server must not wait for them when it stops.
      closeTimeout: 1,
      onData(stream, _session, done) {
        buffer(stream)
          .then((message) => PostalMime.parse(message))
          .then((mail) => {
            mails.push(mail)
            arrivals.emit('mail')
            done()
          }, done)
      },
    })
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
    port = (server.server.address() as AddressInfo).port
  }

  await start()
  return {
    url: `smtp://127.0.0.1:${port}`,
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
}

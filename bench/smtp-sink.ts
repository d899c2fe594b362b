// A process with a mail server that accepts and discards every email. Sends its port to its parent and, when asked, the number of emails.
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

let received = 0
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, _session, done) {
    stream.on('end', () => {
      received += 1
      done()
    })
    stream.resume()
  },
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.server.address() as AddressInfo).port }))
process.on('message', () => process.send?.({ received }))
process.on('disconnect', () => process.exit())

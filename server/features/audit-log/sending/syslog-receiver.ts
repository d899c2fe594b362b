import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectEncrypted } from 'node:tls'
import type { Receiver, ReceiverAddress, SentEvent } from './receiver.ts'

type SyslogAddress = Extract<ReceiverAddress, { kind: 'syslog' }>

// Without a byte in either direction.
const timeoutMs = 10_000
// A receiver that reads a byte now and then never runs into the limit above.
const maxMs = 60_000

// Facility 13, log audit; severity 6, informational.
const priority = 13 * 8 + 6

/** RFC 5424, framed by its number of bytes as RFC 6587 and RFC 5425 say. */
const toFrame = ({ at, json }: SentEvent) => {
  const message = `<${priority}>1 ${at.toISOString()} ${hostname()} partner-portal ${process.pid} audit - ${json}`
  return `${Buffer.byteLength(message)} ${message}`
}

const open = ({ host, port, isEncrypted }: SyslogAddress): Socket =>
  isEncrypted
    ? connectEncrypted({ host, port, ...(isIP(host) === 0 && { servername: host }) })
    : connect({ host, port })

/**
 * Sends events over TCP, each batch on a connection of its own. The protocol has no acknowledgement, but a receiver closes its
 * side once it has read to the end: until then the events count as not received.
 */
export const createSyslogReceiver = (address: SyslogAddress): Receiver => ({
  async send(events) {
    const socket = open(address)
    // Rejects on the error of a `destroy`, too.
    const closed = once(socket, 'close')
    let isWritten = false
    let isConfirmed = false
    socket.once('finish', () => {
      isWritten = true
    })
    socket.once('end', () => {
      isConfirmed = isWritten
    })
    socket.setTimeout(timeoutMs, () => {
      const what = isWritten ? 'did not close the connection after the last event' : 'does not answer'
      socket.destroy(new Error(`the receiver ${what} within ${timeoutMs / 1000} seconds`))
    })
    const tooLong = setTimeout(
      () => socket.destroy(new Error(`the receiver took longer than ${maxMs / 1000} seconds`)),
      maxMs,
    )
    socket.resume()
    socket.end(events.map(toFrame).join(''))
    await closed.finally(() => clearTimeout(tooLong))
    if (!isConfirmed) throw new Error('the receiver closed the connection early')
  },
  async close() {},
})

import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectEncrypted } from 'node:tls'
import type { Receiver, ReceiverAddress, SentEvent } from './receiver.ts'

type SyslogAddress = Extract<ReceiverAddress, { kind: 'syslog' }>

// The connection may be idle for this long, in both directions.
const timeoutMs = 10_000
// A receiver that reads a byte now and then never exceeds `timeoutMs`, so a batch has a limit of its own.
const maxMs = 60_000

// This is facility 13 (log audit) with severity 6 (informational).
const priority = 13 * 8 + 6

/** Formats an event as RFC 5424 says, after its number of bytes as RFC 6587 and RFC 5425 say. */
const toFrame = ({ at, json }: SentEvent) => {
  const message = `<${priority}>1 ${at.toISOString()} ${hostname()} partner-portal ${process.pid} audit - ${json}`
  return `${Buffer.byteLength(message)} ${message}`
}

const open = ({ host, port, isEncrypted }: SyslogAddress): Socket =>
  isEncrypted
    ? connectEncrypted({ host, port, ...(isIP(host) === 0 && { servername: host }) })
    : connect({ host, port })

/**
 * Creates a receiver that sends events over TCP, each batch on a connection of its own. The protocol has no acknowledgement, but a
 * receiver closes its side after it has read everything. Only then do the events count as received.
 */
export const createSyslogReceiver = (address: SyslogAddress): Receiver => ({
  async send(events) {
    const socket = open(address)
    // The promise rejects if the socket is destroyed with an error.
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

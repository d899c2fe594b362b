import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'

// Only Linux has these tables. Elsewhere, bytes count as soon as this machine's system has accepted them, so a client slower than about 30
// KB a second can seem stalled.
const tables = ['/proc/net/tcp', '/proc/net/tcp6']
// A line has the local port, the remote port, and the number of unacknowledged bytes, as in "1: 0100007F:1F90 0100007F:D431 01 00038B40:".
const line = /:([0-9A-F]{4}) [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]{2} ([0-9A-F]{8}):/g

const portsOf = (local = 0, remote = 0) => `${local} ${remote}`

/**
 * Reads how many of each connection's sent bytes are not acknowledged yet. Connections from different machines with the same two ports are
 * added up.
 */
export const readUnacknowledged = async () => {
  const texts = await Promise.all(tables.map((path) => readFile(path, 'latin1').catch(() => '')))
  const byPorts = new Map<string, number>()
  for (const [, local = '', remote = '', bytes = ''] of texts.join('\n').matchAll(line)) {
    const ports = portsOf(Number.parseInt(local, 16), Number.parseInt(remote, 16))
    byPorts.set(ports, (byPorts.get(ports) ?? 0) + Number.parseInt(bytes, 16))
  }
  return (socket: Socket) => byPorts.get(portsOf(socket.localPort, socket.remotePort)) ?? 0
}

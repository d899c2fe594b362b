import { readdir, readFile, readlink } from 'node:fs/promises'

const [established, listening] = ['01', '0A']

interface TcpSocket {
  localPort: number
  remotePort: number
  state: string
}

/** Lists the TCP sockets of this machine by the inode that names each among the files of a process. */
const listTcpSockets = async () => {
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8')))
  const portOf = (address = '') => Number.parseInt(address.slice(address.lastIndexOf(':') + 1), 16)
  const rows = tables.flatMap((table) => table.trim().split('\n').slice(1))
  return new Map<string, TcpSocket>(
    rows.map((row) => {
      const [, local, remote, state = '', , , , , , inode] = row.trim().split(/\s+/)
      return [`socket:[${inode}]`, { localPort: portOf(local), remotePort: portOf(remote), state }]
    }),
  )
}

/** Returns what a link leads to; empty for a file that was closed after it was listed. */
const targetOf = (link: string) =>
  readlink(link).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })

/**
 * Lists what a server process has open: the ports of its connections to the database, how many connections it has accepted,
 * how many of these no longer have a client, and the targets of everything else, without the numbers of pipes and sockets.
 * @throws Error when the system does not show them, so that "cannot be counted" is never taken for "nothing is open"
 */
export const listOpenFiles = async (pid: number, databaseUrl: string) => {
  const folder = `/proc/${pid}/fd`
  const links = (await readdir(folder)).map((number) => `${folder}/${number}`)
  const targets = (await Promise.all(links.map(targetOf))).filter((target) => target !== '')
  const sockets = await listTcpSockets()
  const listener = targets.map((target) => sockets.get(target)).find((tcp) => tcp?.state === listening)
  if (!listener) throw new Error(`process ${pid} does not show the socket on which it listens`)

  const databasePort = Number(new URL(databaseUrl).port)
  const databasePorts: number[] = []
  const others: string[] = []
  const clientPorts = new Set(
    [...sockets.values()]
      .filter(({ remotePort, state }) => remotePort === listener.localPort && state === established)
      .map(({ localPort }) => localPort),
  )
  let [accepted, abandoned] = [0, 0]
  for (const target of targets) {
    const tcp = sockets.get(target)
    if (tcp?.remotePort === databasePort) databasePorts.push(tcp.localPort)
    else if (tcp && tcp !== listener && tcp.localPort === listener.localPort) {
      accepted += 1
      if (!clientPorts.has(tcp.remotePort)) abandoned += 1
    } else others.push(target.replace(/:\[\d+\]$/, ''))
  }
  databasePorts.sort((one, other) => one - other)
  return { databasePorts, accepted, abandoned, others: others.sort() }
}

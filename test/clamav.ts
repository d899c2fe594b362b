import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import {
  type AddressInfo,
  createConnection,
  createServer,
  type IpcSocketConnectOpts,
  type TcpSocketConnectOpts,
} from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

export interface Scanner {
  /** The value for `CLAMAV_URL`, which stays the same across restarts. */
  url: string
  start(): Promise<void>
  stop(): Promise<void>
  /** Stops the scanner for good, and deletes its files. */
  remove(): Promise<void>
}

/** The harmless text that scanners detect, split in two so that no scanner detects this source file. */
export const eicar = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
)

// A clamd signature: the MD5 of the text above, its length and its name.
const signature = '44d88612fea8a8f36de82e1278abb02f:68:Eicar-Test-Signature'

const accepts = (address: TcpSocketConnectOpts | IpcSocketConnectOpts) =>
  new Promise<boolean>((resolve) => {
    const socket = createConnection(address, () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/**
 * Starts a clamd of the test's own that knows one signature.
 * @param maxBytes the size of the largest file that clamd accepts, in bytes
 * @param onTcp whether to listen on TCP, for a server of another account, which cannot enter the folder with the socket
 */
export const startScanner = async ({ maxBytes = 60_000_000, onTcp = false } = {}): Promise<Scanner> => {
  const folder = await mkdtemp(join(tmpdir(), 'clamd-'))
  const path = join(folder, 'clamd.ctl')
  const port = onTcp ? await freePort() : 0
  await writeFile(join(folder, 'test.hdb'), `${signature}\n`)
  const config = [
    `DatabaseDirectory ${folder}`,
    ...(onTcp ? ['TCPAddr 127.0.0.1', `TCPSocket ${port}`] : [`LocalSocket ${path}`]),
    `StreamMaxLength ${maxBytes}`,
    'Foreground yes',
    'ConcurrentDatabaseReload no',
  ]
  await writeFile(join(folder, 'clamd.conf'), config.join('\n'))
  let kill = async () => {}

  const start = async () => {
    const child = spawn('clamd', ['--config-file', join(folder, 'clamd.conf')], {
      stdio: 'ignore',
      // Debian installs clamd in a folder that is only in the PATH of root.
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    })
    const ended = once(child, 'close')
    kill = async () => {
      child.kill('SIGKILL')
      await ended
      await rm(path, { force: true })
    }
    while (!(await accepts(onTcp ? { host: '127.0.0.1', port } : { path }))) {
      if (child.exitCode !== null) throw new Error('clamd did not start: is the package clamav-daemon there?')
      await setTimeout(50)
    }
  }

  await start()
  return {
    url: onTcp ? `tcp://127.0.0.1:${port}` : `unix:${path}`,
    start,
    stop: () => kill(),
    async remove() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

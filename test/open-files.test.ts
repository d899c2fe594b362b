import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { listOpenFiles } from './open-files.ts'

const databaseUrl = 'postgres://127.0.0.1:1/none'
let child: ChildProcess | undefined
afterEach(() => child?.kill('SIGKILL'))

/** A process that listens, opens a file for each line on stdin, and gives up root as the portal does. */
const script = `
  const { createServer } = require('node:net')
  const { openSync } = require('node:fs')
  const server = createServer({ allowHalfOpen: true }, () => {}).listen(0, '127.0.0.1', () => console.log(server.address().port))
  process.stdin.on('data', () => console.log(openSync('/dev/zero')))
  if (process.getuid() === 0) { process.setgid(65534); process.setuid(65534) }
`

const startListener = async () => {
  child = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  const answer = async () => String(((await once(child?.stdout as never, 'data')) as [Buffer])[0])
  const port = Number(await answer())
  const openFile = () => {
    child?.stdin?.write('\n')
    return answer()
  }
  return { pid: Number(child.pid), port, openFile }
}

test('sees one more file or socket of a process, even of a process that has given up root', async () => {
  const { pid, port, openFile } = await startListener()
  const before = await listOpenFiles(pid, databaseUrl)
  expect(before).toMatchObject({ databasePorts: [], accepted: 0, abandoned: 0 })
  expect(before.others).toContain('socket')
  await openFile()
  const after = await listOpenFiles(pid, databaseUrl)
  expect(after.others).toEqual([...before.others, '/dev/zero'].sort())

  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  await expect.poll(() => listOpenFiles(pid, databaseUrl)).toEqual({ ...after, accepted: 1 })
  // This is the same connection, seen from its other end.
  const own = await listOpenFiles(pid, `postgres://127.0.0.1:${socket.localPort}/none`)
  expect(own).toEqual({ ...after, databasePorts: [port] })
  // The process does not close its end when the client has closed the other.
  socket.destroy()
  await expect.poll(() => listOpenFiles(pid, databaseUrl)).toEqual({ ...after, accepted: 1, abandoned: 1 })
})

test('fails for a process that shows nothing, instead of reporting nothing open', async () => {
  const { pid } = await startListener()
  child?.kill('SIGKILL')
  await once(child as never, 'exit')
  await expect(listOpenFiles(pid, databaseUrl)).rejects.toThrow('ENOENT')
  // Use another process than this one, in which other tests may listen.
  child = spawn(process.execPath, ['-e', 'console.log("runs"); process.stdin.resume()'], { stdio: 'pipe' })
  await once(child.stdout as never, 'data')
  await expect(listOpenFiles(Number(child.pid), databaseUrl)).rejects.toThrow('does not show the socket')
})

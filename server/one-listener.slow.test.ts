import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createInstallation } from '#test/installation.ts'
import { startServerProcess } from '#test/server-process.ts'

/** Returns what a server sends back for bytes that are not HTTP, or the error of the connection if nothing listens. */
const answerTo = async (host: string, port: number) => {
  const socket = connect(port, host)
  try {
    await once(socket, 'connect')
  } catch (error) {
    return (error as { code?: string }).code
  }
  socket.end('NONSENSE\r\n\r\n')
  return text(socket)
}

test('as localhost it listens only once, with all limits on connections', { timeout: 180_000 }, async () => {
  const { environment, remove } = await createInstallation()
  const server = await startServerProcess({
    ...environment,
    HOST: 'localhost',
    NODE_OPTIONS: `--import=${join(import.meta.dirname, '../test/two-addresses.mjs')}`,
  })
  try {
    const port = Number(new URL(server.url).port)
    expect(await answerTo('127.0.0.1', port)).toContain('x-content-type-options: nosniff')
    expect(await answerTo('127.0.0.2', port)).toBe('ECONNREFUSED')
  } finally {
    await server.stop()
    await remove()
  }
  // The output does not mention a demo either, because this server never had one.
  expect(server.output()).not.toMatch(/demo/i)
})

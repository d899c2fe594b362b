import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createInstallation } from '#test/installation.ts'
import { startServerProcess } from '#test/server-process.ts'

/** What a server answers to what is not HTTP; the error of the connection where none listens. */
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

test('as localhost it listens once, where all limits on connections hold', { timeout: 180_000 }, async () => {
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
  // Nor does it speak of a demo that it never was.
  expect(server.output()).not.toMatch(/demo/i)
})

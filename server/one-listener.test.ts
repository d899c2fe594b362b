import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, inject, test } from 'vitest'
import { createDatabase, dropDatabase } from '#test/postgres.ts'
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
  const postgresUrl = inject('postgresUrl')
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-localhost-'))
  const server = await startServerProcess({
    DATABASE_URL: await createDatabase(postgresUrl, name, inject('templateDatabase')),
    DATA_DIR: dataDir,
    HOST: 'localhost',
    PORT: '0',
    NODE_OPTIONS: `--import=${join(import.meta.dirname, '../test/two-addresses.mjs')}`,
  })
  try {
    const port = Number(new URL(server.url).port)
    expect(await answerTo('127.0.0.1', port)).toContain('x-content-type-options: nosniff')
    expect(await answerTo('127.0.0.2', port)).toBe('ECONNREFUSED')
  } finally {
    await server.stop()
    await dropDatabase(postgresUrl, name)
    await rm(dataDir, { recursive: true, force: true })
  }
})

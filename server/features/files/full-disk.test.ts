import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { createDatabase, dropDatabase } from '#test/postgres.ts'
import { demoCookie, startServerProcess } from '#test/server-process.ts'

// In blocks of 512 bytes or a kilobyte, depending on the shell: files up to 2 or 4 MB.
const maxBlocks = 4096

test('a file for which the disk has no space is refused with a clear message, and no part of it is stored', async () => {
  const name = `full_${crypto.randomUUID().replaceAll('-', '')}`
  const postgresUrl = inject('postgresUrl')
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-full-'))
  const environment = {
    PORT: '0',
    DEMO: 'on',
    DATA_DIR: dataDir,
    DATABASE_URL: await createDatabase(postgresUrl, name, inject('templateDatabase')),
  }
  const limited = ['sh', '-c', `ulimit -f ${maxBlocks} && exec "$0" "$@"`]
  const server = await startServerProcess(environment, 'server/main.ts', limited)
  try {
    const cookie = await demoCookie(server.url, 'support@demo.test')
    const call = (
      method: string,
      path: string,
      body: string | Uint8Array<ArrayBuffer>,
      type = 'application/json',
    ) => fetch(server.url + path, { method, headers: { cookie, 'content-type': type }, body })
    const addressFor = async (size: number) => {
      const answer = await call(
        'POST',
        '/api/objects/upload',
        JSON.stringify({ fileType: 'txt', fileSize: size }),
      )
      return ((await answer.json()) as { uploadURL: string }).uploadURL
    }
    const put = async (bytes: Uint8Array<ArrayBuffer>) =>
      call('PUT', await addressFor(bytes.length), bytes, 'text/plain')

    const refused = await put(new Uint8Array(10 * 1024 * 1024))
    expect(refused.status).toBe(503)
    expect(await refused.json()).toEqual({
      message: 'Storage is full. Contact the administrator of this portal.',
      code: 'unavailable',
    })
    expect(await readdir(join(dataDir, 'objects', 'unfinished'))).toEqual([])
    expect(await readdir(join(dataDir, 'objects', 'uploads')).catch(() => [])).toEqual([])

    expect((await put(new TextEncoder().encode('still room for this'))).status).toBe(204)
  } finally {
    await server.stop()
    await dropDatabase(postgresUrl, name)
    await rm(dataDir, { recursive: true, force: true })
  }
}, 60_000)

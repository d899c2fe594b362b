import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { listen } from './listen.ts'
import { StartError } from './start-error.ts'

const apps: ReturnType<typeof Fastify>[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

const newApp = () => {
  const app = Fastify()
  apps.push(app)
  return app
}

test('the error names a port that is in use', async () => {
  const host = '127.0.0.1'
  const port = Number(new URL(await listen(newApp(), { host, port: 0 })).port)
  await expect(listen(newApp(), { host, port })).rejects.toThrow(
    new StartError(
      `PORT: 127.0.0.1:${port} is in use by another program. Stop it, or set PORT to another number.`,
    ),
  )
})

test('the error names a host that is not this machine', async () => {
  // This address is reserved for documentation, so no machine has it.
  await expect(listen(newApp(), { host: '192.0.2.1', port: 0 })).rejects.toThrow(
    new StartError('HOST: 192.0.2.1 is not an address of this machine.'),
  )
})

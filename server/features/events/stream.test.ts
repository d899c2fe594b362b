import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createStream } from './stream.ts'

test('a stream sends what it has collected before it ends', async () => {
  const server = createServer((_request, response) => {
    const stream = createStream(response)
    stream.invalidate(['/api/auth/user'])
    stream.end()
  })
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}`)
  expect(await response.text()).toContain('event: stale\ndata: {"paths":["/api/auth/user"]}')
})

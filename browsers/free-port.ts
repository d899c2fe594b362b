import { once } from 'node:events'
import { createServer } from 'node:net'

/** Returns a port of 127.0.0.1 on which nothing listens. */
export const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (!address || typeof address === 'string') throw new Error('the server listens on no port')
  return address.port
}

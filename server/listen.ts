import type { FastifyInstance } from 'fastify'
import type { Settings } from './settings.ts'
import { StartError } from './start-error.ts'

/**
 * Makes the server listen on `HOST` and `PORT`, and returns its address.
 * @throws StartError with one line for the operator
 */
export const listen = (
  app: Pick<FastifyInstance, 'listen'>,
  { host, port }: Pick<Settings, 'host' | 'port'>,
): Promise<string> =>
  app.listen({ port, host }).catch((error: unknown) => {
    const code = error instanceof Error ? (error as { code?: string }).code : undefined
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `PORT: ${host}:${port} is in use by another program. Stop it, or set PORT to another number.`,
      )
    }
    if (code === 'EACCES')
      throw new StartError(`PORT: this user may not listen on ${host}:${port}. Set PORT to 1024 or more.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`HOST: ${host} is not an address of this machine.`)
    throw error
  })

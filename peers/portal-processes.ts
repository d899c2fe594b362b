import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EndedEarly, type ServerProcess, startServerProcess } from '#test/server-process.ts'

/** Opens a starter of portals as processes that share their files. `stop` ends those that still run. */
export const openPortals = async (environment: Record<string, string>) => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-peer-'))
  const running: ServerProcess[] = []
  const settings = { PORT: '0', DEMO: 'off', DATA_DIR: join(folder, 'data'), ...environment }
  return {
    start: async () => {
      const server = await startServerProcess(settings)
      running.push(server)
      return server
    },
    stop: async () => {
      const isRunning = ({ child }: ServerProcess) => child.exitCode === null && child.signalCode === null
      const codes = await Promise.all(running.filter(isRunning).map((server) => server.stop()))
      await rm(folder, { recursive: true, force: true })
      return codes
    },
  }
}

/** Returns what a portal with these settings prints when its start fails. @throws Error when the portal starts */
export const failedStart = async (environment: Record<string, string>) => {
  const portals = await openPortals(environment)
  try {
    await portals.start()
  } catch (error) {
    // Remove the lines of the log, which are JSON.
    if (error instanceof EndedEarly) return error.output.replaceAll(/^\{.*\}\n/gm, '').trim()
    throw error
  } finally {
    await portals.stop()
  }
  throw new Error('the portal started')
}

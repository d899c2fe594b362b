import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { TestApp } from './app.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

/**
 * Prepares a process of the portal on the database of a test, which the test starts and kills as often as it needs. The last process is
 * killed after all tests, and its folder removed.
 */
export const createKillableServer = async (portal: TestApp) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'killed-server-'))
  let running: ServerProcess | undefined
  afterAll(async () => {
    await running?.stop('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  })
  return {
    dataDir,
    start: async () => {
      running = await startServerProcess({
        DATABASE_URL: portal.deps.settings.databaseUrl ?? '',
        DATA_DIR: dataDir,
        DEMO: 'off',
        PORT: '0',
      })
      return running
    },
  }
}

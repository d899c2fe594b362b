import { createTestApp } from './app.ts'

/** Two servers on one database, as two processes run. Jobs, if wanted, run on the first. */
export const createTwoApps = async (options: Parameters<typeof createTestApp>[0] = {}) => {
  const first = await createTestApp(options)
  const second = await createTestApp({ ...options, runsJobs: false, databaseOf: first })
  const close = async () => {
    await second.close()
    await first.close()
  }
  return { first, second, close, [Symbol.asyncDispose]: close }
}

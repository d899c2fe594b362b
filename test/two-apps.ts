import { createTestApp } from './app.ts'

/** Starts two servers on one database, as two processes run. With `runsJobs`, the first runs the jobs. */
export const createTwoApps = async (options: Parameters<typeof createTestApp>[0] = {}) => {
  const first = await createTestApp(options)
  const second = await createTestApp({ ...options, runsJobs: false, databaseOf: first })
  const close = async () => {
    await second.close()
    await first.close()
  }
  return { first, second, close, [Symbol.asyncDispose]: close }
}

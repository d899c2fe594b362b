import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { Connection } from '#server/db/client.ts'

const Job = z.strictObject({
  name: z.string(),
  id: z.uuid(),
  data: z.record(z.string(), z.unknown()).nullable(),
  priority: z.number(),
  startAfter: z.string(),
  singletonKey: z.string().nullable(),
})
type Job = z.infer<typeof Job>

/** Reads the jobs that are not finished, including emails that are still to be sent. A job that is running counts as waiting. */
export const readWaitingJobs = async (client: pg.ClientBase): Promise<Job[]> => {
  const { rows } = await client.query<Job>(`
    select name, id::text, data, priority, to_json(start_after) #>> '{}' as "startAfter", singleton_key as "singletonKey"
    from pgboss.job where state in ('created', 'retry', 'active') order by created_on, id`)
  return rows
}

/**
 * Creates the job queue anew with these jobs. pg-boss itself adds the jobs, so they fit its tables even if they come from another version.
 * @param text JSON from `readWaitingJobs`
 */
export const writeWaitingJobs = async (connection: Connection, text: string, queues: readonly string[]) => {
  const jobs = z.array(Job).parse(JSON.parse(text))
  const boss = new PgBoss({ ...connection, max: 2, supervise: false, schedule: false })
  await boss.start()
  try {
    for (const name of queues) {
      await boss.createQueue(name)
      const ofQueue = jobs.filter((job) => job.name === name)
      if (ofQueue.length > 0) await boss.insert(name, ofQueue.map(toInsert))
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}

const toInsert = ({ id, data, priority, startAfter, singletonKey }: Job) => ({
  id,
  priority,
  startAfter,
  ...(data && { data }),
  ...(singletonKey !== null && { singletonKey }),
})

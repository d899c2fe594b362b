import { SpanKind } from '@opentelemetry/api'
import type { Jobs } from '#server/jobs/jobs.ts'
import { markFailed, type Spans } from './spans.ts'

/** Returns a queue whose jobs are traced by kind. Spans do not contain the jobs' data. */
export const observeJobs = (jobs: Jobs, spans: Spans): Jobs => ({
  ...jobs,
  work: (name, handler) =>
    jobs.work(name, async (data) => {
      const span = spans.start(`job ${name}`, SpanKind.CONSUMER, {
        'messaging.system': 'pg-boss',
        'messaging.destination.name': name,
        'messaging.operation.type': 'process',
      })
      try {
        await spans.run(span, () => handler(data))
      } catch (error) {
        markFailed(span, error)
        throw error
      } finally {
        span.end()
      }
    }),
})

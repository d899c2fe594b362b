import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '#server/settings.ts'
import type { Tracing } from './tracing.ts'

/** Starts tracing if OpenTelemetry's standard variables name a collector. */
export const openTracing = async (
  { traces }: Pick<Settings, 'traces'>,
  log: FastifyBaseLogger,
): Promise<Tracing | undefined> => {
  if (!traces) return undefined
  // The module is loaded only where it is needed: it takes 20 MB of memory and a tenth of a second at start.
  const { startTracing } = await import('./tracing.ts')
  return startTracing(traces.sampleRatio, log)
}

import type { Settings } from '#server/settings.ts'
import type { Metrics } from './metrics.ts'

/** The metrics, where METRICS_TOKEN lets someone read them. */
export const openMetrics = async ({
  metricsToken,
}: Pick<Settings, 'metricsToken'>): Promise<Metrics | undefined> => {
  if (metricsToken === undefined) return undefined
  // Loaded only where it is used: it takes memory and time at start.
  const { createMetrics } = await import('./metrics.ts')
  return createMetrics()
}

import type { Settings } from '#server/settings.ts'
import type { Metrics } from './metrics.ts'

/** Opens the metrics if METRICS_TOKEN is set. */
export const openMetrics = async ({
  metricsToken,
}: Pick<Settings, 'metricsToken'>): Promise<Metrics | undefined> => {
  if (metricsToken === undefined) return undefined
  // The module is loaded only where it is needed, since it takes memory and time at start.
  const { createMetrics } = await import('./metrics.ts')
  return createMetrics()
}

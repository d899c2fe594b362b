/** The pauses before each further attempt that Standard Webhooks recommends, in seconds: 3 days and 3 hours in total. */
export const retryPauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const

// Jitter keeps messages that failed together from being sent again together.
const jitter = 0.1

/**
 * Returns how many seconds to wait after this many failed attempts; undefined after the last.
 * @param random from 0 to 1
 */
export const pauseAfter = (failures: number, random = Math.random()): number | undefined => {
  const pause = retryPauses[failures - 1]
  return pause && pause * (1 - jitter + 2 * jitter * random)
}

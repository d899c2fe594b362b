/** The pauses before each further attempt that Standard Webhooks advises, in seconds: in all 3 days and 3 hours. */
export const retryPauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const

// So that what failed together does not come back together.
const jitter = 0.1

/**
 * How many seconds to wait after so many failed attempts; undefined after the last.
 * @param random from 0 to 1
 */
export const pauseAfter = (failures: number, random = Math.random()): number | undefined => {
  const pause = retryPauses[failures - 1]
  return pause && pause * (1 - jitter + 2 * jitter * random)
}

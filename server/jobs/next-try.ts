interface FailedJob {
  retryCount: number
  retryLimit: number
  retryDelay: number
  retryDelayMax?: number | null
}

/** Returns the latest time at which a job that has just failed is retried, according to pg-boss's delays; null after the last attempt. */
export const nextTryBy = (
  { retryCount, retryLimit, retryDelay, retryDelayMax }: FailedJob,
  now = Date.now(),
): Date | null => {
  if (retryCount >= retryLimit) return null
  // pg-boss chooses each delay at random, between half of this value and all of it.
  const longest = Math.max(retryDelay, 1) * 2 ** Math.min(16, retryCount + 1)
  return new Date(now + Math.min(longest, retryDelayMax ?? longest) * 1000)
}

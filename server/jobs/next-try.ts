interface FailedJob {
  retryCount: number
  retryLimit: number
  retryDelay: number
  retryDelayMax?: number | null
}

/** The latest moment at which a job that has just failed is tried again, by the pauses that pg-boss makes; null after the last try. */
export const nextTryBy = (
  { retryCount, retryLimit, retryDelay, retryDelayMax }: FailedJob,
  now = Date.now(),
): Date | null => {
  if (retryCount >= retryLimit) return null
  // Each pause is chosen by chance, between half of this and this.
  const longest = Math.max(retryDelay, 1) * 2 ** Math.min(16, retryCount + 1)
  return new Date(now + Math.min(longest, retryDelayMax ?? longest) * 1000)
}

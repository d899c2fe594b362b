import type { Database } from '#server/db/client.ts'
import { createRateLimiter } from '#server/http/rate-limiter.ts'

const maxUploadsPerDay = 100

/** Limits what a user uploads as proof or evidence to about five gigabytes of storage a day, in all. */
export const createProofLimit = (db: Database) =>
  createRateLimiter(db, {
    name: 'proof-uploads',
    max: maxUploadsPerDay,
    windowSeconds: 24 * 60 * 60,
    message: () => `You can upload at most ${maxUploadsPerDay} files per day. Try again tomorrow.`,
  })

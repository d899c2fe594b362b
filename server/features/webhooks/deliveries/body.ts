/** Returns the body of a message, which is the same at each attempt. */
export const bodyOf = ({ event, createdAt, data }: { event: string; createdAt: Date; data: unknown }) =>
  JSON.stringify({ type: event, timestamp: createdAt.toISOString(), data })

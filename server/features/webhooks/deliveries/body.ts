/** A message as it is sent: the same text at each attempt. */
export const bodyOf = ({ event, createdAt, data }: { event: string; createdAt: Date; data: unknown }) =>
  JSON.stringify({ type: event, timestamp: createdAt.toISOString(), data })

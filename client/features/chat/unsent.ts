import { readStoredJson, store } from '#client/lib/storage.ts'
import type { Outgoing } from './messages.ts'

const keyOf = (userId: string) => `chat:unsent:${userId}`

/** Returns the messages that a user has written in this tab and the server has not stored yet. */
export const readUnsent = (userId: string): Outgoing[] => {
  const stored = readStoredJson(keyOf(userId))
  return Array.isArray(stored) ? stored : []
}

/**
 * Stores unsent messages, so that they are sent even after a reload. The messages of another open chat of the user stay as they are.
 * @param before the unsent messages of this chat until now
 */
export const storeUnsent = (
  userId: string,
  before: readonly Outgoing[],
  unsent: readonly Outgoing[],
): void => {
  const own = new Set([...before, ...unsent].map(({ clientId }) => clientId))
  const others = readUnsent(userId).filter(({ clientId }) => !own.has(clientId))
  const all = [...others, ...unsent]
  store(keyOf(userId), all.length > 0 ? JSON.stringify(all) : null)
}

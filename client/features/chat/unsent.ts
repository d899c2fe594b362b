import { readStoredJson, store } from '#client/lib/storage.ts'
import type { Outgoing } from './messages.ts'

const keyOf = (userId: string) => `chat:unsent:${userId}`

/** What a user has written in this tab and the server has not stored yet. */
export const readUnsent = (userId: string): Outgoing[] => {
  const stored = readStoredJson(keyOf(userId))
  return Array.isArray(stored) ? stored : []
}

/**
 * Remembers it, so that it is sent after a reload, too. What another open chat of the user is sending stays as it is.
 * @param before what this chat was sending until now
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

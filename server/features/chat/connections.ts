import { isStaff } from '#contract/users/roles.ts'
import type { Connection } from './connection.ts'

const none: ReadonlySet<Connection> = new Set()

/** The open sockets of this process: those of staff, who follow every conversation, and those of each partner by conversation. */
export const createConnections = () => {
  const staff = new Set<Connection>()
  const partners = new Map<string, Set<Connection>>()

  return {
    staff: staff as ReadonlySet<Connection>,
    partners: partners as ReadonlyMap<string, ReadonlySet<Connection>>,
    partner: (conversationId: string) => partners.get(conversationId) ?? none,
    /** Whether any socket here receives the messages of a conversation. */
    isFollowed: (conversationId: string) => staff.size > 0 || partners.has(conversationId),

    add(connection: Connection) {
      const { conversationId, role } = connection.user
      if (isStaff(role)) return void staff.add(connection)
      if (!conversationId) return
      const own = partners.get(conversationId) ?? new Set()
      partners.set(conversationId, own.add(connection))
    },

    delete(connection: Connection) {
      staff.delete(connection)
      const { conversationId } = connection.user
      if (!conversationId) return
      const own = partners.get(conversationId)
      own?.delete(connection)
      if (own?.size === 0) partners.delete(conversationId)
    },
  }
}

export type Connections = ReturnType<typeof createConnections>

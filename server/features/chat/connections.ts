import { isStaff } from '#contract/users/roles.ts'
import type { Connection } from './connection.ts'

const none: ReadonlySet<Connection> = new Set()

/** The open sockets of this process: those of staff, who follow every conversation, and those of each partner. */
export const createConnections = () => {
  const staff = new Set<Connection>()
  const partners = new Map<string, Set<Connection>>()

  return {
    staff: staff as ReadonlySet<Connection>,
    partners: partners as ReadonlyMap<string, ReadonlySet<Connection>>,
    partner: (userId: string) => partners.get(userId) ?? none,
    /** Whether any socket here receives the messages of a conversation. */
    isFollowed: (conversationId: string) => staff.size > 0 || partners.has(conversationId),

    add(connection: Connection) {
      const { id, role } = connection.user
      if (isStaff(role)) return void staff.add(connection)
      const own = partners.get(id) ?? new Set()
      partners.set(id, own.add(connection))
    },

    delete(connection: Connection) {
      const { id } = connection.user
      staff.delete(connection)
      const own = partners.get(id)
      own?.delete(connection)
      if (own?.size === 0) partners.delete(id)
    },
  }
}

export type Connections = ReturnType<typeof createConnections>

import { isStaff } from '#contract/users/roles.ts'
import type { Connection } from './connection.ts'

const nobody: ReadonlySet<Connection> = new Set()

/** Whose sockets this process holds: the staff's, who hear of every conversation, and each partner's own. */
export const createAudience = () => {
  const staff = new Set<Connection>()
  const partners = new Map<string, Set<Connection>>()

  return {
    staff: staff as ReadonlySet<Connection>,
    partner: (id: string) => partners.get(id) ?? nobody,
    partners: partners as ReadonlyMap<string, ReadonlySet<Connection>>,
    /** Whether anybody here hears of a conversation. */
    hears: (conversationId: string) => staff.size > 0 || partners.has(conversationId),

    join(connection: Connection) {
      const { id, role } = connection.user
      if (isStaff(role)) return void staff.add(connection)
      const own = partners.get(id) ?? new Set()
      partners.set(id, own.add(connection))
    },

    leave(connection: Connection) {
      const { id } = connection.user
      staff.delete(connection)
      const own = partners.get(id)
      own?.delete(connection)
      if (own?.size === 0) partners.delete(id)
    },
  }
}

export type Audience = ReturnType<typeof createAudience>

import { isStaff } from '#contract/users/roles.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** Whose reads they are. What of it the notices themselves tell, they keep up to date. */
export type Reader = Pick<SignedInUser, 'id' | 'role' | 'partnerId' | 'partnerGroup'>

const overviews = ['/api/admin/overview', '/api/admin/stats']
const users = [
  '/api/admin/users-with-partner-status',
  '/api/admin/users-without-partner-profiles',
  '/api/admin/partners-with-user-info',
]
const library = ['/api/resources', '/api/resource-folders']
const nothing: string[] = []

/** What belongs to one partner: the notice names the profile. */
const ofPartner = (name: string) => (reader: Reader, partnerId: string) => {
  if (isStaff(reader.role)) return [`/api/admin/${name}`, `/api/admin/partners/${partnerId}`, ...overviews]
  return partnerId === reader.partnerId ? [`/api/partner/${name}`] : nothing
}

const forStaff = (paths: string[]) => (reader: Reader) => (isStaff(reader.role) ? paths : nothing)

const byTopic: Record<string, (reader: Reader, ...parts: string[]) => string[]> = {
  tasks: ofPartner('tasks'),
  activations: ofPartner('activations'),
  documents: ofPartner('documents'),

  profile(reader, partnerId = '', userId) {
    const own = userId === reader.id ? ['/api/partner/profile'] : nothing
    if (isStaff(reader.role)) return [...own, '/api/admin/partners', ...users, ...overviews]
    // Their first one, before which nothing of a partner's concerned them.
    if (userId === reader.id) reader.partnerId = partnerId
    return own
  },

  user(reader, userId, ...group) {
    const paths = userId === reader.id ? ['/api/auth/user'] : []
    const partnerGroup = group.join(' ') || null
    if (userId === reader.id && partnerGroup !== reader.partnerGroup) {
      reader.partnerGroup = partnerGroup
      paths.push(...library)
    }
    if (!isStaff(reader.role)) return paths
    return [...paths, ...users, '/api/admin/partner-groups', '/api/chat/conversations', '/api/chat/team']
  },

  resources(reader, ...parts) {
    const whom = parts.join(' ')
    const isConcerned =
      isStaff(reader.role) ||
      whom === 'everyone' ||
      whom === reader.partnerId ||
      (reader.partnerGroup !== null && whom === `group:${reader.partnerGroup}`)
    return isConcerned ? library : nothing
  },

  replies: forStaff(['/api/saved-replies']),
  hours: forStaff(['/api/office-hours']),
}

/** Which reads of a reader no longer say how things are, by a notice of the tables. */
export const invalidatedPaths = (notice: string, reader: Reader) => {
  const [topic = '', ...parts] = notice.split(' ')
  return byTopic[topic]?.(reader, ...parts) ?? nothing
}

/** The same by what was said or read in a conversation. */
export const pathsInvalidatedByChat = (conversationId: string, reader: Reader) => {
  if (isStaff(reader.role)) return ['/api/chat/unread', '/api/chat/conversations']
  return conversationId === reader.id ? ['/api/chat/unread'] : nothing
}

/** The same by what staff do with conversations. */
export const pathsInvalidatedByInbox = forStaff(['/api/chat/conversations', '/api/chat/unread'])

/** Whether everybody is told at the same moment: then not all are to ask at the same moment. */
export const concernsEveryone = (notice: string) => notice === 'resources everyone'

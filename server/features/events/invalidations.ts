import { isStaff } from '#contract/users/roles.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** The user of a stream. Notices that change its fields update them here. */
export type Reader = Pick<SignedInUser, 'id' | 'role' | 'partnerId' | 'partnerGroup'>

const attention = '/api/admin/attention'
const partners = '/api/admin/partners-with-user-info'
// The list of partners counts their agreements and tasks, and beside an open conversation are those of its partner.
const overviews = ['/api/admin/overview', '/api/admin/stats', attention, partners, '/api/chat/conversations/']
const users = ['/api/admin/users-with-partner-status', '/api/admin/users-without-partner-profiles', partners]
// An activation names its files.
const library = ['/api/resources', '/api/resource-folders', '/api/activations/']
const none: string[] = []

/** For rows of one partner: the notice names the profile. `own` are further reads, of the partner and of staff. */
const ofPartner =
  (name: string, own = none) =>
  (reader: Reader, partnerId: string) => {
    if (isStaff(reader.role)) {
      return [...own, `/api/admin/${name}`, `/api/admin/partners/${partnerId}`, ...overviews]
    }
    return partnerId === reader.partnerId ? [...own, `/api/partner/${name}`] : none
  }

const forStaff = (paths: string[]) => (reader: Reader) => (isStaff(reader.role) ? paths : none)

const byTopic: Record<string, (reader: Reader, ...parts: string[]) => string[]> = {
  // A task that is open on its own is in none of the lists.
  tasks: (reader, partnerId = '') => [
    ...ofPartner('tasks', ['/api/tasks'])(reader, partnerId),
    // The progress of those for several.
    ...forStaff(['/api/admin/shared-tasks'])(reader),
  ],
  activations: ofPartner('activations', ['/api/activations/']),
  /** Staff read one agreement at the address at which its partner does. */
  documents: (reader, partnerId = '') => [
    ...ofPartner('documents')(reader, partnerId),
    ...forStaff(['/api/partner/documents', '/api/admin/shared-documents'])(reader),
  ],

  profile(reader, partnerId = '', userId) {
    const own = userId === reader.id ? ['/api/partner/profile'] : none
    // The agreements show the terms of the profile.
    if (isStaff(reader.role)) {
      return [...own, '/api/admin/partners', '/api/partner/documents', ...users, ...overviews]
    }
    // Their first profile, before which no notice about a partner concerned them.
    if (userId === reader.id) reader.partnerId = partnerId
    return own
  },

  user(reader, userId, ...group) {
    const paths = userId === reader.id ? ['/api/auth/user', '/api/account/profile'] : []
    const partnerGroup = group.join(' ') || null
    if (userId === reader.id && partnerGroup !== reader.partnerGroup) {
      reader.partnerGroup = partnerGroup
      paths.push(...library)
    }
    if (!isStaff(reader.role)) return paths
    return [...paths, ...users, '/api/admin/partner-groups', '/api/chat/conversations', '/api/chat/team']
  },

  /** A session of the user has begun or ended: the one that ended finds that out by reading the user. */
  sessions: (reader, userId) => (userId === reader.id ? ['/api/auth/user', '/api/account/sessions'] : none),

  resources(reader, ...parts) {
    const audience = parts.join(' ')
    const isConcerned =
      isStaff(reader.role) ||
      audience === 'everyone' ||
      audience === reader.partnerId ||
      (reader.partnerGroup !== null && audience === `group:${reader.partnerGroup}`)
    if (!isConcerned) return none
    // A partner's record lists the files that they see.
    return isStaff(reader.role) ? [...library, '/api/admin/partners/'] : library
  },

  'shared-tasks': forStaff(['/api/admin/shared-tasks', '/api/admin/tasks']),
  'shared-documents': forStaff(['/api/admin/shared-documents', '/api/admin/documents']),
  replies: forStaff(['/api/saved-replies']),
  hours: forStaff(['/api/office-hours']),
  /** A conversation was assigned, closed or reopened, or an internal note added. */
  inbox: forStaff(['/api/chat/conversations', '/api/chat/unread', attention]),
  /** An email could not be sent, or at last could. */
  'failed-emails': forStaff([attention]),
  /** The virus scanner has a verdict. */
  'held-files': () => ['/api/held-files'],
  /** A picture that was sent got its thumbnail. */
  'chat-files': (reader, conversationId) =>
    isStaff(reader.role) || conversationId === reader.id ? ['/api/chat/files'] : none,
}

/** Which reads a notice of the channel `stale` invalidates. */
export const invalidatedPaths = (notice: string, reader: Reader) => {
  const [topic = '', ...parts] = notice.split(' ')
  return byTopic[topic]?.(reader, ...parts) ?? none
}

/** Which reads a message or a read mark invalidates. */
export const pathsInvalidatedByChat = (conversationId: string, reader: Reader) => {
  if (isStaff(reader.role)) return ['/api/chat/unread', '/api/chat/conversations', attention]
  return conversationId === reader.id ? ['/api/chat/unread'] : none
}

/** Whether a notice concerns all users, whose reads are then spread over time. */
export const concernsEveryone = (notice: string) => notice === 'resources everyone' || notice === 'held-files'

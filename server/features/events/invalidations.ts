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
// A notification shows only while what it is about does.
const bell = '/api/notifications'
// How many partners an audience has.
const readers = '/api/admin/announcements'
const calendar = '/api/calendar'
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

/** Whether something for this entry of an audience is for the reader; everything is for staff. */
const isForReader = (reader: Reader, audience: string) =>
  isStaff(reader.role) ||
  audience === 'everyone' ||
  audience === reader.partnerId ||
  (reader.partnerGroup !== null && audience === `group:${reader.partnerGroup}`)

const byTopic: Record<string, (reader: Reader, ...parts: string[]) => string[]> = {
  // A task that is open on its own is in none of the lists.
  tasks: (reader, partnerId = '') => [
    ...ofPartner('tasks', ['/api/tasks', calendar, bell])(reader, partnerId),
    // The progress of those for several.
    ...forStaff(['/api/admin/task-definitions'])(reader),
  ],
  activations: ofPartner('activations', ['/api/activations/', calendar]),
  /** Staff read one agreement at the address at which its partner does. */
  documents: (reader, partnerId = '') => [
    ...ofPartner('documents', [bell])(reader, partnerId),
    ...forStaff(['/api/partner/documents', '/api/admin/shared-documents'])(reader),
  ],

  profile(reader, partnerId = '', userId) {
    const own = userId === reader.id ? ['/api/partner/profile'] : none
    // The agreements show the terms of the profile.
    if (isStaff(reader.role)) {
      return [
        ...own,
        '/api/admin/partners',
        '/api/partner/documents',
        calendar,
        ...users,
        ...overviews,
        readers,
      ]
    }
    if (userId !== reader.id) return own
    // Their first profile, before which no notice about a partner concerned them, and nothing was announced to them.
    const isFirst = reader.partnerId !== partnerId
    reader.partnerId = partnerId
    return isFirst ? [...own, '/api/announcements'] : own
  },

  user(reader, userId, ...group) {
    const paths = userId === reader.id ? ['/api/auth/user', '/api/account/profile'] : []
    const partnerGroup = group.join(' ') || null
    if (userId === reader.id && partnerGroup !== reader.partnerGroup) {
      reader.partnerGroup = partnerGroup
      paths.push(...library, '/api/announcements', bell, calendar)
    }
    if (!isStaff(reader.role)) return paths
    // The record of a partner shows whether their address is refused.
    return [
      ...paths,
      ...users,
      readers,
      '/api/admin/partners/',
      '/api/admin/partner-groups',
      '/api/chat/conversations',
      '/api/chat/team',
    ]
  },

  /** A session of the user has begun or ended: the one that ended finds that out by reading the user. */
  sessions: (reader, userId) => (userId === reader.id ? ['/api/auth/user', '/api/account/sessions'] : none),

  resources(reader, ...parts) {
    if (!isForReader(reader, parts.join(' '))) return none
    // A partner's record lists the files that they see.
    return isStaff(reader.role) ? [...library, '/api/admin/partners/'] : [...library, bell]
  },

  'task-definitions': forStaff(['/api/admin/task-definitions', '/api/admin/tasks', calendar]),
  'shared-documents': forStaff(['/api/admin/shared-documents', '/api/admin/documents']),
  /** A text was published, or a type changed: partners read the text that they sign. */
  'agreement-types': (reader) => [
    '/api/partner/documents',
    ...forStaff(['/api/admin/agreement-types', '/api/admin/documents', '/api/admin/shared-documents'])(
      reader,
    ),
  ],
  'agreement-drafts': forStaff(['/api/admin/agreement-types']),
  /** What the user types in one tab shows in the others. */
  drafts: (reader, userId) => (userId === reader.id ? ['/api/drafts'] : none),
  notifications: (reader, userId) => (userId === 'everyone' || userId === reader.id ? [bell] : none),
  'email-preferences': (reader, userId) =>
    userId === 'everyone' || userId === reader.id ? ['/api/user/email-preferences'] : none,
  activities(reader, partnerId = '') {
    const own = partnerId === 'everyone' || partnerId === reader.partnerId
    if (!isStaff(reader.role)) return own ? ['/api/partner/activities'] : none
    return [`/api/admin/partners/${partnerId === 'everyone' ? '' : partnerId}`]
  },
  announcements: (reader, ...parts) =>
    isForReader(reader, parts.join(' '))
      ? ['/api/announcements', bell, ...forStaff(['/api/admin/announcements'])(reader)]
      : none,
  'announcement-reads': (reader, userId) => [
    ...(userId === 'everyone' || userId === reader.id ? ['/api/announcements'] : none),
    ...forStaff(['/api/admin/announcements'])(reader),
  ],
  /** Partners see in their calendar what is planned for them. */
  'task-series': (reader) => [calendar, ...forStaff(['/api/admin/task-series'])(reader)],
  'task-templates': forStaff(['/api/admin/task-templates', '/api/admin/task-sets']),
  replies: forStaff(['/api/saved-replies']),
  hours: forStaff(['/api/office-hours']),
  /** Also their log. */
  webhooks: forStaff(['/api/admin/webhooks', '/api/admin/webhook-deliveries']),
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

/** A topic that is none of these is the name of a list: that of the partner whom the notice names and of staff, or of staff alone. */
const byName = (name: string) => (reader: Reader, partnerId?: string) =>
  partnerId ? ofPartner(name)(reader, partnerId) : forStaff([`/api/admin/${name}`])(reader)

/** Which reads a notice of the channel `stale` invalidates. */
export const invalidatedPaths = (notice: string, reader: Reader) => {
  const [topic = '', ...parts] = notice.split(' ')
  return (byTopic[topic] ?? byName(topic))(reader, ...parts)
}

/** Which reads a message or a read mark invalidates. */
export const pathsInvalidatedByChat = (conversationId: string, reader: Reader) => {
  if (isStaff(reader.role)) return ['/api/chat/unread', '/api/chat/conversations', attention]
  return conversationId === reader.id ? ['/api/chat/unread'] : none
}

/** Whether a notice concerns all users, whose reads are then spread over time. */
export const concernsEveryone = (notice: string) =>
  notice.endsWith(' everyone') || notice === 'held-files' || notice === 'task-series'

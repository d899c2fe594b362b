import { isStaff } from '#contract/users/roles.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** The user of a stream. Notices that change its fields update them here. */
export type Reader = Pick<
  SignedInUser,
  'id' | 'role' | 'memberships' | 'partnerId' | 'partnerRole' | 'canSign' | 'partnerGroup' | 'conversationId'
>

const attention = '/api/admin/attention'
const partners = '/api/admin/partners-with-user-info'
// The list of partners shows how many agreements and tasks they have, and an open conversation shows those of its partner.
const overviews = ['/api/admin/overview', '/api/admin/stats', attention, partners, '/api/chat/conversations/']
const users = ['/api/admin/users-with-partner-status', '/api/admin/users-without-partner-profiles', partners]
// Activations and announcements show the names of their files.
const library = ['/api/resources', '/api/resource-folders', '/api/activations/', '/api/announcements']
// A notification is shown only while its reader may see its subject.
const bell = '/api/notifications'
// The announcements show how many partners their audiences have.
const readers = '/api/admin/announcements'
const calendar = '/api/calendar'
const none: string[] = []

/** Returns the reads of one partner's rows; the notice names the profile. `own` are further reads, of the partner and of staff. */
const ofPartner =
  (name: string, own = none) =>
  (reader: Reader, partnerId: string) => {
    if (isStaff(reader.role)) {
      return [...own, `/api/admin/${name}`, `/api/admin/partners/${partnerId}`, ...overviews]
    }
    if (partnerId === reader.partnerId) return [...own, `/api/partner/${name}`]
    // The calendar and the bell show what is of any of the reader's partners.
    return reader.memberships.some((each) => each.partnerId === partnerId) ? own : none
  }

/** Returns the reads of one partner's rows, with those of their invoices: what was paid of an invoice follows from the payments. */
const withInvoices =
  (name: string, own = none) =>
  (reader: Reader, partnerId = '') => [
    ...ofPartner(name, own)(reader, partnerId),
    ...ofPartner('invoices')(reader, partnerId),
  ]

const forStaff = (paths: string[]) => (reader: Reader) => (isStaff(reader.role) ? paths : none)

/** Whether this entry of an audience includes the reader; every entry includes staff. */
const isForReader = (reader: Reader, audience: string) =>
  isStaff(reader.role) ||
  audience === 'everyone' ||
  audience === reader.partnerId ||
  (reader.partnerGroup !== null && audience === `group:${reader.partnerGroup}`) ||
  // The bell shows what is for any of the reader's partners.
  reader.memberships.some(
    ({ partnerId, partnerGroup }) =>
      partnerId !== reader.partnerId && (audience === partnerId || audience === `group:${partnerGroup}`),
  )

const byTopic: Record<string, (reader: Reader, ...parts: string[]) => string[]> = {
  // A page that shows a single task reads only that task, none of the lists.
  tasks: (reader, partnerId = '') => [
    ...ofPartner('tasks', ['/api/tasks', calendar, bell])(reader, partnerId),
    // Task definitions show the progress of their assignments.
    ...forStaff(['/api/admin/task-definitions'])(reader),
  ],
  activations: ofPartner('activations', ['/api/activations/', calendar]),
  obligations: withInvoices('obligations', ['/api/activations/', '/api/partner/documents']),
  payments: withInvoices('payments'),
  /** Staff read a single agreement at the same address as its partner. */
  documents: (reader, partnerId = '') => [
    ...ofPartner('documents', [bell])(reader, partnerId),
    ...(partnerId === reader.partnerId ? ['/api/partner/onboarding'] : none),
    ...forStaff(['/api/partner/documents', '/api/admin/shared-documents'])(reader),
  ],

  profile(reader, partnerId = '', ownerId) {
    const own =
      partnerId === reader.partnerId || ownerId === reader.id
        ? ['/api/partner/profile', '/api/partner/onboarding', '/api/partner/manager']
        : none
    // Agreements show the terms of the profile.
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
    if (ownerId !== reader.id || reader.partnerId !== null) return own
    // Before their first profile, no notice about a partner concerned this user, and no announcement was for them.
    Object.assign(reader, { partnerId, partnerRole: 'owner', canSign: true })
    return [...own, '/api/announcements']
  },

  /** Somebody was invited to a partner, or their membership changed. The rights of a stream's user are checked by itself. */
  members: (reader, partnerId, userId) => [
    // Each person's own data say whether there are colleagues.
    ...(partnerId === reader.partnerId ? ['/api/partner/members', '/api/auth/user'] : none),
    ...(userId === reader.id ? ['/api/auth/user', '/api/partner/invitations'] : none),
    ...forStaff(['/api/admin/partners/', ...users])(reader),
  ],

  user(reader, userId, ...group) {
    const paths = userId === reader.id ? ['/api/auth/user', '/api/account/profile'] : []
    const partnerGroup = group.join(' ') || null
    if (userId === reader.id && partnerGroup !== reader.partnerGroup) {
      reader.partnerGroup = partnerGroup
      paths.push(...library, bell, calendar)
    }
    if (!isStaff(reader.role)) return paths
    // The page of a partner shows whether their email address refuses emails.
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

  /** A session of the user has begun or ended. The pages of an ended session notice that when they read the user. */
  sessions: (reader, userId) => (userId === reader.id ? ['/api/auth/user', '/api/account/sessions'] : none),

  resources(reader, ...parts) {
    if (!isForReader(reader, parts.join(' '))) return none
    // The page of a partner lists the files that they can see.
    return isStaff(reader.role) ? [...library, '/api/admin/partners/', readers] : [...library, bell]
  },

  'task-definitions': forStaff(['/api/admin/task-definitions', '/api/admin/tasks', calendar]),
  'shared-documents': forStaff(['/api/admin/shared-documents', '/api/admin/documents']),
  /** A text was published, or a type changed. Partners read the text that they sign. */
  'agreement-types': (reader) => [
    '/api/partner/documents',
    ...forStaff(['/api/admin/agreement-types', '/api/admin/documents', '/api/admin/shared-documents'])(
      reader,
    ),
  ],
  'agreement-drafts': forStaff(['/api/admin/agreement-types']),
  /** A draft changed: what the user types in one tab appears in their other tabs. */
  drafts: (reader, userId) => (userId === reader.id ? ['/api/drafts'] : none),
  notifications: (reader, userId) => (userId === 'everyone' || userId === reader.id ? [bell] : none),
  'email-preferences': (reader, userId) =>
    userId === 'everyone' || userId === reader.id ? ['/api/user/email-preferences'] : none,
  activities(reader, partnerId = '') {
    const own = partnerId === 'everyone' || partnerId === reader.partnerId
    if (!isStaff(reader.role)) return own ? ['/api/partner/activities'] : none
    return [`/api/admin/partners/${partnerId === 'everyone' ? '' : partnerId}`]
  },
  'partner-notes': (reader, partnerId = '') =>
    forStaff([`/api/admin/partners/${partnerId === 'everyone' ? '' : partnerId}`, partners, bell])(reader),
  'partner-invitations': (reader, partnerId = '') =>
    forStaff([`/api/admin/partners/${partnerId === 'everyone' ? '' : partnerId}`])(reader),
  'partner-tags': forStaff(['/api/admin/partner-tags', '/api/admin/partners/', partners]),
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
  /** A bulk action is further, for the member of staff who follows it. */
  'bulk-actions': (reader, userId) =>
    userId === 'everyone' || userId === reader.id ? ['/api/admin/bulk-actions'] : none,
  replies: forStaff(['/api/saved-replies']),
  views: forStaff(['/api/admin/views']),
  hours: forStaff(['/api/office-hours']),
  'report-settings': forStaff(['/api/admin/reports', attention, partners]),
  /** A webhook changed, or its log of deliveries. */
  webhooks: forStaff(['/api/admin/webhooks', '/api/admin/webhook-deliveries']),
  /** A conversation was assigned, closed, reopened, snoozed or labeled, came back, or got an internal note; or a label changed. */
  inbox: forStaff(['/api/chat/conversations', '/api/chat/unread', '/api/chat/labels', attention]),
  /** An email could not be sent, or was finally sent. */
  'failed-emails': forStaff([attention]),
  /** A file waits for the virus scanner, or the scanner has a verdict on a file. */
  'held-files': () => ['/api/held-files'],
  /** A picture in the chat got its thumbnail. */
  'chat-files': (reader, conversationId) =>
    isStaff(reader.role) || conversationId === reader.conversationId ? ['/api/chat/files'] : none,
}

/** Any other topic is the name of a list: of the partner that the notice names and of staff, or, without a partner, of staff only. */
const byName = (name: string) => (reader: Reader, partnerId?: string) =>
  partnerId ? ofPartner(name)(reader, partnerId) : forStaff([`/api/admin/${name}`])(reader)

/** Returns the reads of a reader that a notice of the channel `stale` invalidates. */
export const invalidatedPaths = (notice: string, reader: Reader) => {
  const [topic = '', ...parts] = notice.split(' ')
  return (byTopic[topic] ?? byName(topic))(reader, ...parts)
}

/** Returns the reads of a reader that a message or a read mark invalidates. */
export const pathsInvalidatedByChat = (conversationId: string, reader: Reader) => {
  if (isStaff(reader.role)) return ['/api/chat/unread', '/api/chat/conversations', attention]
  return conversationId === reader.conversationId ? ['/api/chat/unread'] : none
}

/** Whether a notice concerns all users; their reads are then spread over time. */
export const concernsEveryone = (notice: string) =>
  notice.endsWith(' everyone') || notice === 'held-files' || notice === 'task-series'

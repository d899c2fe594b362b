import type { AdminPartner, PartnerRow } from '#contract/partners/partners.ts'
import type { PartnerSummary } from '#contract/partners/record.ts'
import { partner, profile } from './people.ts'

/** `partner` as staff see them. */
export const adminPartner: AdminPartner = {
  ...profile,
  user: {
    id: partner.id,
    email: partner.email,
    firstName: partner.firstName,
    lastName: partner.lastName,
    role: 'user',
    partnerGroup: null,
    disabledAt: null,
  },
  conversationId: partner.id,
  manager: null,
  tags: [],
}

/** The partner as lists of several partners name them. */
export const rowPartner = { id: profile.id, fullName: profile.fullName, businessName: profile.businessName }

/** The partner as a picker names them. */
export const partnerLabel = `${profile.fullName} · ${profile.businessName}`

/** Another partner, of whom the tests read little. */
export const secondPartner: AdminPartner = {
  ...adminPartner,
  id: '44444444-4444-4444-8444-444444444445',
  userId: '11111111-1111-4111-8111-111111111112',
  fullName: 'Ben Adler',
  businessName: 'Adler Arena',
  email: 'ben@example.com',
  user: { ...adminPartner.user, id: '11111111-1111-4111-8111-111111111112', email: 'ben@example.com' },
}

export const partnerSummary: PartnerSummary = {
  lastSeenAt: null,
  isPresent: false,
  lastContactAt: null,
  remindedAt: null,
  emailRefusal: null,
  hasChangedName: false,
  agreements: { signed: 2, total: 2 },
  agreementsToSign: 0,
  people: 1,
  openTasks: 0,
  comingActivations: 0,
}

/** `partner` in the list of all partners. */
export const partnerRow = (fields: Partial<PartnerRow> = {}): PartnerRow => ({
  ...adminPartner,
  agreements: { signed: 2, total: 2 },
  openTasks: 0,
  isOverdue: false,
  invitedAt: null,
  hasSignedIn: false,
  lastSeenAt: null,
  lastContactAt: null,
  ...fields,
})

/** Returns a row of the list of partners as a single partner. */
export const partnerOf = ({
  agreements: _agreements,
  openTasks: _tasks,
  isOverdue: _overdue,
  invitedAt: _invited,
  hasSignedIn: _in,
  lastSeenAt: _seen,
  lastContactAt: _contact,
  ...partner
}: PartnerRow): AdminPartner => partner

import { appendixAFields } from '#contract/partners/appendix-a-fields.ts'
import type { PartnerProfile } from '#contract/partners/profile.ts'
import type { CurrentUser } from '#contract/session/session.ts'

const person = (id: string, role: CurrentUser['role'], firstName: string, lastName: string): CurrentUser => ({
  id,
  role,
  firstName,
  lastName,
  profileImageUrl: null,
  email: `${firstName.toLowerCase()}@example.com`,
  partners: [],
  partnerId: null,
  mayCreateProfile: true,
})

const partnerId = '44444444-4444-4444-8444-444444444444'

export const partner: CurrentUser = {
  ...person('11111111-1111-4111-8111-111111111111', 'user', 'Paula', 'Ortega'),
  fullName: 'Paula Ortega',
  partners: [
    {
      id: partnerId,
      businessName: 'Harborview Hall',
      role: 'owner',
      canSign: true,
      hasOtherMembers: false,
      memberId: '66666666-6666-4666-8666-666666666666',
    },
  ],
  partnerId,
}
/** The same user before they have a partner profile. */
export const withoutPartner: CurrentUser = { ...partner, fullName: undefined, partners: [], partnerId: null }
/** A member of the partner who sees no agreements, whom the owner has invited. */
export const member: CurrentUser = {
  ...person('55555555-5555-4555-8555-555555555555', 'user', 'Mara', 'Lind'),
  mayCreateProfile: false,
  partners: [
    {
      id: partnerId,
      businessName: 'Harborview Hall',
      role: 'member',
      canSign: false,
      hasOtherMembers: true,
      memberId: '77777777-7777-4777-8777-777777777777',
    },
  ],
  partnerId,
}
export const support = person('22222222-2222-4222-8222-222222222222', 'support', 'Robin', 'Vale')
export const admin = person('33333333-3333-4333-8333-333333333333', 'admin', 'Ada', 'Marsh')

const noTerms = Object.fromEntries(appendixAFields.map((name) => [name, null])) as Record<
  (typeof appendixAFields)[number],
  null
>

/** The profile of `partner`, who is onboarded. */
export const profile: PartnerProfile = {
  ...noTerms,
  id: partnerId,
  userId: partner.id,
  fullName: 'Paula Ortega',
  email: partner.email,
  preferredCommunicationMethod: 'email',
  phoneNumber: null,
  whatsappNumber: null,
  businessName: 'Harborview Hall',
  state: 'FL',
  businessWebsite: 'https://harborview.example.com',
  mainMarketingContact: 'Dana Whitfield',
  marketingPreferredCommunicationMethod: 'email',
  marketingContactEmail: 'dana@example.com',
  marketingContactPhone: null,
  marketingContactWhatsapp: null,
  facebookUrl: null,
  twitterUrl: null,
  tiktokUrl: null,
  instagramUrl: null,
  onboardingStatus: 'completed',
  createdAt: '2026-11-01T15:00:00.000Z',
  updatedAt: '2026-11-01T15:00:00.000Z',
}

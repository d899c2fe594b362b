import type { AdminUser } from '#contract/users/users.ts'

let users = 0

/** A user without a profile, in no group. */
export const userRow = (more: Partial<AdminUser> = {}): AdminUser => {
  users += 1
  return {
    id: `aaaaaaaa-aaaa-4aaa-8aaa-${String(users).padStart(12, '0')}`,
    email: `person-${users}@example.com`,
    firstName: 'Person',
    lastName: String(users),
    profileImageUrl: null,
    role: 'user',
    partnerGroup: null,
    disabledAt: null,
    erasedAt: null,
    createdAt: '2026-11-01T15:00:00.000Z',
    updatedAt: '2026-11-01T15:00:00.000Z',
    hasPartnerProfile: false,
    partner: null,
    partnerId: null,
    fullName: null,
    ...more,
  }
}

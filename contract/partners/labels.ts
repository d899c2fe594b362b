import type { CommunicationMethod } from './communication-methods.ts'

export const onboardingStatuses = ['profile', 'documents', 'completed'] as const
export type OnboardingStatus = (typeof onboardingStatuses)[number]

export const onboardingStatusLabels: Record<OnboardingStatus, string> = {
  profile: 'Pending',
  documents: 'Under Review',
  completed: 'Approved',
}

/** The roles of the people of a partner. A partner has one owner. */
export const partnerRoles = ['owner', 'member'] as const
export type PartnerRole = (typeof partnerRoles)[number]

export const partnerRoleLabels: Record<PartnerRole, string> = { owner: 'Owner', member: 'Member' }

export const communicationMethodLabels: Record<CommunicationMethod, string> = {
  email: 'Email',
  text: 'Text/SMS',
  whatsapp: 'WhatsApp',
  phone: 'Phone',
}

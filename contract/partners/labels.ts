import type { CommunicationMethod } from './communication-methods.ts'
import type { OnboardingStatus } from './profile.ts'

// The labels are separate from the enumerations, which need Zod, so that pages that only show labels do not load it.

export const onboardingStatusLabels: Record<OnboardingStatus, string> = {
  profile: 'Pending',
  documents: 'Under Review',
  completed: 'Approved',
}

export const communicationMethodLabels: Record<CommunicationMethod, string> = {
  email: 'Email',
  text: 'Text/SMS',
  whatsapp: 'WhatsApp',
  phone: 'Phone',
}

import type { CommunicationMethod } from './communication-methods.ts'
import type { OnboardingStatus } from './profile.ts'

// Apart from the enumerations, which need Zod: pages that only show these load none of it.

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

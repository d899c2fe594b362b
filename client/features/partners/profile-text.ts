import type { CommunicationMethod } from '#contract/partners/communication-methods.ts'
import { communicationMethodLabels } from '#contract/partners/labels.ts'
import type { ProfileField } from '#contract/partners/profile-fields.ts'
import { type StateCode, states } from '#contract/partners/us-states.ts'

/** Formats a value of the profile as readable text: states and methods are stored as codes. */
export const profileText = (kind: ProfileField['kind'], value: string) => {
  if (kind === 'state') return states[value as StateCode] ?? value
  if (kind === 'method') return communicationMethodLabels[value as CommunicationMethod] ?? value
  return value
}

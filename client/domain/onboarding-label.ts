import { type OnboardingStatus, onboardingStatusLabels } from '#contract/partners/labels.ts'

const tones = {
  completed: 'positive',
  documents: 'info',
  profile: 'caution',
} as const satisfies Record<OnboardingStatus, string>

const isOnboardingStatus = (status: string): status is OnboardingStatus => Object.hasOwn(tones, status)

/** Returns the label of a partner's status badge. Without a profile or a status, it is the label of the first status, `profile`. */
export function onboardingLabel(status: string | null | undefined) {
  const known = status ?? 'profile'
  if (!isOnboardingStatus(known)) return { label: 'Unknown', tone: 'neutral' } as const
  return { label: onboardingStatusLabels[known], tone: tones[known] }
}

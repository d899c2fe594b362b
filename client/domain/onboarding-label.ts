import type { OnboardingStatus } from '#contract/partners/profile.ts'

const labels: Record<OnboardingStatus, { label: string; tone: 'positive' | 'info' | 'caution' }> = {
  completed: { label: 'Approved', tone: 'positive' },
  documents: { label: 'Under Review', tone: 'info' },
  profile: { label: 'Pending', tone: 'caution' },
}

/** What a status badge says of a partner. Without a profile or a status they stand at its beginning, `profile`. */
export function onboardingLabel(status: string | null | undefined) {
  const known = status ?? 'profile'
  if (Object.hasOwn(labels, known)) return labels[known as OnboardingStatus]
  return { label: 'Unknown', tone: 'neutral' } as const
}

import type { CommunicationMethod } from '#contract/partners/profile.ts'

/** The ways that a form offers, with the one that is stored, whoever chose it. */
export const withStoredMethod = (
  offered: readonly CommunicationMethod[],
  stored: CommunicationMethod | undefined,
) => (stored && !offered.includes(stored) ? [...offered, stored] : offered)

import type { CommunicationMethod } from '#contract/partners/profile.ts'

/** How somebody wants to be reached, in words. */
export const methodLabels: Record<CommunicationMethod, string> = {
  email: 'Email',
  text: 'Text/SMS',
  whatsapp: 'WhatsApp',
  phone: 'Phone',
}

/** The ways that a form offers, with the one that is stored, whoever chose it. */
export const withStoredMethod = (
  offered: readonly CommunicationMethod[],
  stored: CommunicationMethod | undefined,
) => (stored && !offered.includes(stored) ? [...offered, stored] : offered)

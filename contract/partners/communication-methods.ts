import { z } from 'zod'

/** All that are stored. Partners choose among the first three, staff among email, phone and whatsapp. */
export const communicationMethods = ['email', 'text', 'whatsapp', 'phone'] as const
export const CommunicationMethod = z.enum(communicationMethods)
export type CommunicationMethod = z.output<typeof CommunicationMethod>

/** Those that partners choose among. */
export const partnerMethods = ['email', 'text', 'whatsapp'] as const satisfies CommunicationMethod[]

/** Those that staff choose among. */
export const staffMethods = ['email', 'phone', 'whatsapp'] as const satisfies CommunicationMethod[]

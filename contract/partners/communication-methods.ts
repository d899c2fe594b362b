/** All methods that may be stored. Partners choose among the first three; staff among email, phone and whatsapp. */
export const communicationMethods = ['email', 'text', 'whatsapp', 'phone'] as const
export type CommunicationMethod = (typeof communicationMethods)[number]

/** The methods that partners can choose. */
export const partnerMethods = ['email', 'text', 'whatsapp'] as const satisfies CommunicationMethod[]

/** The methods that staff can choose. */
export const staffMethods = ['email', 'phone', 'whatsapp'] as const satisfies CommunicationMethod[]

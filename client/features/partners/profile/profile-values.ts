import { z } from 'zod'
import { withStoredMethod } from '#client/domain/communication-methods.ts'
import { type ProfileField, profileFields } from '#client/domain/profile-fields.ts'
import { type CommunicationMethod, type PartnerProfile, ProfileForm } from '#contract/partners/profile.ts'
import type { CurrentUser } from '#contract/session/session.ts'

/** What the form holds: text throughout, empty where nothing is filled in. */
export type ProfileValues = Record<ProfileField, string>

const defaults = {
  state: 'AL',
  preferredCommunicationMethod: 'email',
  marketingPreferredCommunicationMethod: 'email',
}

/** What the form begins with: the stored profile, or what the invitation told. */
export const profilePrefill = (
  user: Pick<CurrentUser, 'firstName' | 'lastName' | 'email'>,
  profile: PartnerProfile | null,
): ProfileValues => {
  const invited: Partial<ProfileValues> = {
    ...defaults,
    fullName: [user.firstName, user.lastName].filter(Boolean).join(' '),
    email: user.email,
  }
  const known: Partial<Record<ProfileField, string | null>> = profile ?? invited
  return Object.fromEntries(profileFields.map((field) => [field, known[field] ?? ''])) as ProfileValues
}

const offeredMethods: readonly CommunicationMethod[] = ['email', 'text', 'whatsapp']

/** The ways of being reached that the form offers; one that staff have stored is shown too. */
export const methodChoices = (stored: CommunicationMethod | undefined) =>
  withStoredMethod(offeredMethods, stored)

/** Which field each way of being reached brings up. The contract says which of them it requires. */
export const contactFields = {
  preferredCommunicationMethod: { text: 'phoneNumber', phone: 'phoneNumber', whatsapp: 'whatsappNumber' },
  marketingPreferredCommunicationMethod: {
    email: 'marketingContactEmail',
    text: 'marketingContactPhone',
    phone: 'marketingContactPhone',
    whatsapp: 'marketingContactWhatsapp',
  },
} as const satisfies Partial<Record<ProfileField, Partial<Record<CommunicationMethod, ProfileField>>>>

export type MethodField = keyof typeof contactFields

export const contactFieldOf = (method: MethodField, value: string): ProfileField | undefined =>
  (contactFields[method] as Partial<Record<string, ProfileField>>)[value]

/**
 * The values as they are sent. A contact field that is not on the screen stays as it is stored: what was typed before
 * another way was chosen is neither checked nor kept.
 */
export const asSent = (values: ProfileValues, prefill: ProfileValues): ProfileValues => {
  const sent = { ...values }
  for (const method of Object.keys(contactFields) as MethodField[]) {
    const shown = contactFieldOf(method, values[method])
    for (const field of Object.values(contactFields[method])) {
      if (field !== shown) sent[field] = prefill[field]
    }
  }
  return sent
}

/** Checks what the form holds by the contract, and makes of it what is sent. */
export const profileSchema = (prefill: ProfileValues): z.ZodType<ProfileForm, ProfileValues> =>
  z
    .custom<ProfileValues>()
    // A state or a way that is none is what the contract refuses.
    .transform((values) => asSent(values, prefill) as z.input<typeof ProfileForm>)
    .pipe(ProfileForm)

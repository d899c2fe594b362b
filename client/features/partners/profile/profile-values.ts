import { z } from 'zod'
import { type PartnerProfile, ProfileForm } from '#contract/partners/profile.ts'
import { type ProfileFieldName, profileFieldList } from '#contract/partners/profile-fields.ts'
import type { CurrentUser } from '#contract/session/session.ts'

/** The values of the form: all are text, and empty strings if nothing is filled in. */
export type ProfileValues = Record<ProfileFieldName, string>

const defaults = {
  state: 'AL',
  preferredCommunicationMethod: 'email',
  marketingPreferredCommunicationMethod: 'email',
}

/** The initial values of the form: the stored profile, or the data of the invitation. */
export const profilePrefill = (
  user: Pick<CurrentUser, 'firstName' | 'lastName' | 'email'>,
  profile: PartnerProfile | null,
): ProfileValues => {
  const invited: Partial<ProfileValues> = {
    ...defaults,
    fullName: [user.firstName, user.lastName].filter(Boolean).join(' '),
    email: user.email,
  }
  const known: Partial<Record<ProfileFieldName, string | null>> = profile ?? invited
  return Object.fromEntries(profileFieldList.map(({ name }) => [name, known[name] ?? ''])) as ProfileValues
}

/**
 * Returns the values as they are sent. A contact field that is hidden is sent as it is stored: what was typed into it before another
 * method was chosen is neither checked nor sent.
 */
export const asSent = (values: ProfileValues, prefill: ProfileValues): ProfileValues => {
  const sent = { ...values }
  for (const { name, askedFor } of profileFieldList) {
    if (askedFor && !askedFor.is.some((method) => method === values[askedFor.method]))
      sent[name] = prefill[name]
  }
  return sent
}

/** Checks the values of the form by the contract, and converts them to the body of the request. */
export const profileSchema = (prefill: ProfileValues): z.ZodType<ProfileForm, ProfileValues> =>
  z
    .custom<ProfileValues>()
    // Unknown states and methods are refused by the contract.
    .transform((values) => asSent(values, prefill) as z.input<typeof ProfileForm>)
    .pipe(ProfileForm)

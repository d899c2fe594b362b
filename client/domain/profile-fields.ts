import type { ProfileForm } from '#contract/partners/profile.ts'

/** What a profile consists of, in the order of the screens on which it is filled in, by the partner or by staff. */
export const profileFields = [
  'fullName',
  'email',
  'preferredCommunicationMethod',
  'phoneNumber',
  'whatsappNumber',
  'businessName',
  'state',
  'businessWebsite',
  'mainMarketingContact',
  'marketingPreferredCommunicationMethod',
  'marketingContactEmail',
  'marketingContactPhone',
  'marketingContactWhatsapp',
  'facebookUrl',
  'twitterUrl',
  'tiktokUrl',
  'instagramUrl',
] as const satisfies readonly (keyof ProfileForm)[]

export type ProfileField = (typeof profileFields)[number]

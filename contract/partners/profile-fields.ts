import { limits } from '../limits.ts'
import type { CommunicationMethod } from './communication-methods.ts'

/** The parts of a profile, in the order in which forms ask for them. */
export const profileSections = ['contact', 'business', 'marketing', 'social'] as const
export type ProfileSection = (typeof profileSections)[number]

type ProfileFieldKind = 'text' | 'email' | 'phone' | 'web-address' | 'state' | 'method'

type Rule = { kind: ProfileFieldKind; required: boolean; maxLength: number }

type FieldText = {
  section: ProfileSection
  /** The label in forms. */
  label: string
  /** The heading of a column in a file, and the name in the partner's details and in the audit log. */
  heading: string
  hint?: string
  /** The `autocomplete` token in the form in which partners enter their own profile. */
  autoComplete?: string
  /** Whether the field spans the whole width of a form. */
  wide?: true
  /** The methods for which the form shows the field to partners: only if they prefer one of these. */
  askedFor?: { method: MethodField; is: readonly CommunicationMethod[] }
}

type MethodField = 'preferredCommunicationMethod' | 'marketingPreferredCommunicationMethod'

const text = { kind: 'text', required: true, maxLength: limits.name } as const
const phone = { kind: 'phone', required: false, maxLength: limits.phone } as const
const optionalAddress = { kind: 'web-address', required: false, maxLength: limits.url } as const
const method = { kind: 'method', required: true, maxLength: 20 } as const

/**
 * The fields of a profile in the order of the screens. Everything that shows, edits, imports, exports or names a field uses this table.
 * The schemas of the fields are in `profile-schemas.ts`.
 */
export const profileFields = {
  fullName: {
    ...text,
    section: 'contact',
    label: 'Full Name',
    heading: 'Full name',
    autoComplete: 'name',
  },
  email: {
    kind: 'email',
    required: true,
    maxLength: limits.email,
    section: 'contact',
    label: 'Email Address',
    heading: 'Email',
    autoComplete: 'email',
  },
  preferredCommunicationMethod: {
    ...method,
    section: 'contact',
    label: 'Preferred Communication Method',
    heading: 'Preferred communication',
    wide: true,
  },
  phoneNumber: {
    ...phone,
    section: 'contact',
    label: 'Phone Number',
    heading: 'Phone',
    autoComplete: 'tel',
    askedFor: { method: 'preferredCommunicationMethod', is: ['text', 'phone'] },
  },
  whatsappNumber: {
    ...phone,
    section: 'contact',
    label: 'WhatsApp Number',
    heading: 'WhatsApp',
    hint: 'With the country code',
    autoComplete: 'tel',
    askedFor: { method: 'preferredCommunicationMethod', is: ['whatsapp'] },
  },
  businessName: {
    ...text,
    section: 'business',
    label: 'Business Name',
    heading: 'Business name',
    autoComplete: 'organization',
  },
  state: {
    kind: 'state',
    required: true,
    maxLength: 2,
    section: 'business',
    label: 'State',
    heading: 'State',
    autoComplete: 'address-level1',
  },
  businessWebsite: {
    kind: 'web-address',
    required: true,
    maxLength: limits.url,
    section: 'business',
    label: 'Business Website',
    heading: 'Business website',
    hint: 'For example, example.com',
    autoComplete: 'url',
    wide: true,
  },
  mainMarketingContact: {
    ...text,
    section: 'marketing',
    label: 'Main Marketing Contact',
    heading: 'Main marketing contact',
    hint: 'First and last name',
    autoComplete: 'section-marketing name',
    wide: true,
  },
  marketingPreferredCommunicationMethod: {
    ...method,
    section: 'marketing',
    label: 'Marketing Contact Communication Method',
    heading: 'Marketing: preferred communication',
    wide: true,
  },
  marketingContactEmail: {
    kind: 'email',
    required: false,
    maxLength: limits.email,
    section: 'marketing',
    label: 'Marketing Contact Email',
    heading: 'Marketing: email',
    autoComplete: 'section-marketing email',
    askedFor: { method: 'marketingPreferredCommunicationMethod', is: ['email'] },
  },
  marketingContactPhone: {
    ...phone,
    section: 'marketing',
    label: 'Marketing Contact Phone Number',
    heading: 'Marketing: phone',
    autoComplete: 'section-marketing tel',
    askedFor: { method: 'marketingPreferredCommunicationMethod', is: ['text', 'phone'] },
  },
  marketingContactWhatsapp: {
    ...phone,
    section: 'marketing',
    label: 'Marketing Contact WhatsApp Number',
    heading: 'Marketing: WhatsApp',
    hint: 'With the country code',
    autoComplete: 'section-marketing tel',
    askedFor: { method: 'marketingPreferredCommunicationMethod', is: ['whatsapp'] },
  },
  facebookUrl: {
    ...optionalAddress,
    section: 'social',
    label: 'Facebook',
    heading: 'Facebook',
  },
  twitterUrl: {
    ...optionalAddress,
    section: 'social',
    label: 'Twitter',
    heading: 'Twitter',
  },
  tiktokUrl: {
    ...optionalAddress,
    section: 'social',
    label: 'TikTok',
    heading: 'TikTok',
  },
  instagramUrl: {
    ...optionalAddress,
    section: 'social',
    label: 'Instagram',
    heading: 'Instagram',
  },
} as const satisfies Record<string, Rule & FieldText>

export type ProfileFieldName = keyof typeof profileFields

export type ProfileField = Rule & FieldText & { name: ProfileFieldName }

/** The fields as a list. */
export const profileFieldList: readonly ProfileField[] = Object.entries(profileFields).map(
  ([name, field]): ProfileField => ({ ...field, name: name as ProfileFieldName }),
)

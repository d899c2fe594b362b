import { z } from 'zod'
import {
  email,
  limits,
  optionalEmail,
  optionalText,
  optionalWebAddress,
  requiredText,
  webAddress,
} from '../fields.ts'
import { CommunicationMethod, communicationMethods } from './communication-methods.ts'
import { stateCodes } from './us-states.ts'

/** The parts of a profile, in the order in which forms ask for them. */
export const profileSections = ['contact', 'business', 'marketing', 'social'] as const
export type ProfileSection = (typeof profileSections)[number]

type ProfileFieldKind = 'text' | 'email' | 'phone' | 'web-address' | 'state' | 'method'

/** The kind of a field: its control, its schema on the wire, and its stored form. */
type Rule<Input extends z.ZodType = z.ZodType, Stored extends z.ZodType = z.ZodType> = {
  kind: ProfileFieldKind
  required: boolean
  maxLength: number
  input: Input
  stored: Stored
}

type FieldText = {
  section: ProfileSection
  /** On forms. */
  label: string
  /** As a column of a file, in the partner's details and in the audit log. */
  heading: string
  hint?: string
  /** The `autocomplete` token where partners enter their own profile. */
  autoComplete?: string
  /** Spans the whole width of a form. */
  wide?: true
  /** Shown to partners only when they prefer one of these methods. */
  askedFor?: { method: MethodField; is: readonly CommunicationMethod[] }
}

type MethodField = 'preferredCommunicationMethod' | 'marketingPreferredCommunicationMethod'

const rule = <Input extends z.ZodType, Stored extends z.ZodType>(
  kind: ProfileFieldKind,
  maxLength: number,
  required: boolean,
  { input, stored }: { input: Input; stored: Stored },
): Rule<Input, Stored> => ({ kind, maxLength, required, input, stored })

const stored = z.string()
const storedOrNull = z.string().nullable()

const text = (message: string) =>
  rule('text', limits.name, true, { input: requiredText(limits.name, message), stored })
const phone = () =>
  rule('phone', limits.phone, false, { input: optionalText(limits.phone), stored: storedOrNull })
const optionalAddress = (message: string) =>
  rule('web-address', limits.url, false, { input: optionalWebAddress(message), stored: storedOrNull })
const method = (error: string) =>
  rule('method', 20, true, { input: z.enum(communicationMethods, { error }), stored: CommunicationMethod })

/**
 * The fields of a profile in the order of the screens. Everything that shows, edits, imports, exports or
 * names a field uses this table.
 */
export const profileFields = {
  fullName: {
    ...text('Full name is required'),
    section: 'contact',
    label: 'Full Name',
    heading: 'Full name',
    autoComplete: 'name',
  },
  email: {
    ...rule('email', limits.email, true, { input: email('Valid email is required'), stored }),
    section: 'contact',
    label: 'Email Address',
    heading: 'Email',
    autoComplete: 'email',
  },
  preferredCommunicationMethod: {
    ...method('Please select a preferred communication method'),
    section: 'contact',
    label: 'Preferred Communication Method',
    heading: 'Preferred communication',
    wide: true,
  },
  phoneNumber: {
    ...phone(),
    section: 'contact',
    label: 'Phone Number',
    heading: 'Phone',
    autoComplete: 'tel',
    askedFor: { method: 'preferredCommunicationMethod', is: ['text', 'phone'] },
  },
  whatsappNumber: {
    ...phone(),
    section: 'contact',
    label: 'WhatsApp Number',
    heading: 'WhatsApp',
    hint: 'With the country code',
    autoComplete: 'tel',
    askedFor: { method: 'preferredCommunicationMethod', is: ['whatsapp'] },
  },
  businessName: {
    ...text('Business name is required'),
    section: 'business',
    label: 'Business Name',
    heading: 'Business name',
    autoComplete: 'organization',
  },
  state: {
    ...rule('state', 2, true, { input: z.enum(stateCodes, { error: 'State is required' }), stored }),
    section: 'business',
    label: 'State',
    heading: 'State',
    autoComplete: 'address-level1',
  },
  businessWebsite: {
    ...rule('web-address', limits.url, true, { input: webAddress('Valid website URL is required'), stored }),
    section: 'business',
    label: 'Business Website',
    heading: 'Business website',
    hint: 'For example, example.com',
    autoComplete: 'url',
    wide: true,
  },
  mainMarketingContact: {
    ...text('Main marketing contact is required'),
    section: 'marketing',
    label: 'Main Marketing Contact',
    heading: 'Main marketing contact',
    hint: 'First and last name',
    autoComplete: 'section-marketing name',
    wide: true,
  },
  marketingPreferredCommunicationMethod: {
    ...method('Please select a preferred communication method for marketing contact'),
    section: 'marketing',
    label: 'Marketing Contact Communication Method',
    heading: 'Marketing: preferred communication',
    wide: true,
  },
  marketingContactEmail: {
    ...rule('email', limits.email, false, { input: optionalEmail('Valid email'), stored: storedOrNull }),
    section: 'marketing',
    label: 'Marketing Contact Email',
    heading: 'Marketing: email',
    autoComplete: 'section-marketing email',
    askedFor: { method: 'marketingPreferredCommunicationMethod', is: ['email'] },
  },
  marketingContactPhone: {
    ...phone(),
    section: 'marketing',
    label: 'Marketing Contact Phone Number',
    heading: 'Marketing: phone',
    autoComplete: 'section-marketing tel',
    askedFor: { method: 'marketingPreferredCommunicationMethod', is: ['text', 'phone'] },
  },
  marketingContactWhatsapp: {
    ...phone(),
    section: 'marketing',
    label: 'Marketing Contact WhatsApp Number',
    heading: 'Marketing: WhatsApp',
    hint: 'With the country code',
    autoComplete: 'section-marketing tel',
    askedFor: { method: 'marketingPreferredCommunicationMethod', is: ['whatsapp'] },
  },
  facebookUrl: {
    ...optionalAddress('Valid Facebook URL'),
    section: 'social',
    label: 'Facebook',
    heading: 'Facebook',
  },
  twitterUrl: {
    ...optionalAddress('Valid Twitter URL'),
    section: 'social',
    label: 'Twitter',
    heading: 'Twitter',
  },
  tiktokUrl: {
    ...optionalAddress('Valid TikTok URL'),
    section: 'social',
    label: 'TikTok',
    heading: 'TikTok',
  },
  instagramUrl: {
    ...optionalAddress('Valid Instagram URL'),
    section: 'social',
    label: 'Instagram',
    heading: 'Instagram',
  },
} as const satisfies Record<string, Rule & FieldText>

type Table = typeof profileFields

export type ProfileFieldName = keyof Table

export type ProfileField = Rule & FieldText & { name: ProfileFieldName }

/** The same as a list. */
export const profileFieldList: readonly ProfileField[] = Object.entries(profileFields).map(
  ([name, field]): ProfileField => ({ ...field, name: name as ProfileFieldName }),
)

const shapeOf = <Part extends 'input' | 'stored'>(part: Part) =>
  Object.fromEntries(profileFieldList.map((field) => [field.name, field[part]])) as {
    -readonly [Name in ProfileFieldName]: Table[Name][Part]
  }

/** The schemas of the fields on the wire. */
export const profileInputs = shapeOf('input')
/** The fields as the server answers them. */
export const storedProfile = shapeOf('stored')

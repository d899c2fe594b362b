import { z } from 'zod'
import {
  email,
  optionalEmail,
  optionalText,
  optionalWebAddress,
  requiredText,
  webAddress,
} from '../fields.ts'
import { limits } from '../limits.ts'
import { communicationMethods } from './communication-methods.ts'
import { type ProfileFieldName, profileFieldList, type profileFields } from './profile-fields.ts'
import { stateCodes } from './us-states.ts'

/** The schemas of the fields in requests. */
export const profileInputs = {
  fullName: requiredText(limits.name, 'Full name is required'),
  email: email('Valid email is required'),
  preferredCommunicationMethod: z.enum(communicationMethods, {
    error: 'Please select a preferred communication method',
  }),
  phoneNumber: optionalText(limits.phone),
  whatsappNumber: optionalText(limits.phone),
  businessName: requiredText(limits.name, 'Business name is required'),
  state: z.enum(stateCodes, { error: 'State is required' }),
  businessWebsite: webAddress('Valid website URL is required'),
  mainMarketingContact: requiredText(limits.name, 'Main marketing contact is required'),
  marketingPreferredCommunicationMethod: z.enum(communicationMethods, {
    error: 'Please select a preferred communication method for marketing contact',
  }),
  marketingContactEmail: optionalEmail('Valid email'),
  marketingContactPhone: optionalText(limits.phone),
  marketingContactWhatsapp: optionalText(limits.phone),
  facebookUrl: optionalWebAddress('Valid Facebook URL'),
  twitterUrl: optionalWebAddress('Valid Twitter URL'),
  tiktokUrl: optionalWebAddress('Valid TikTok URL'),
  instagramUrl: optionalWebAddress('Valid Instagram URL'),
} satisfies Record<ProfileFieldName, z.ZodType>

const stored = z.string()
const storedMethod = z.enum(communicationMethods)
const storedOrNull = z.string().nullable()

type Table = typeof profileFields
type Stored<Field extends Table[ProfileFieldName]> = Field['kind'] extends 'method'
  ? typeof storedMethod
  : Field['required'] extends true
    ? typeof stored
    : typeof storedOrNull

/** The schemas of the fields in responses. */
export const storedProfile = Object.fromEntries(
  profileFieldList.map(({ name, kind, required }) => [
    name,
    kind === 'method' ? storedMethod : required ? stored : storedOrNull,
  ]),
) as { [Name in ProfileFieldName]: Stored<Table[Name]> }

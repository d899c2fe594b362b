import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  email,
  id,
  isoDate,
  limits,
  optionalEmail,
  optionalText,
  optionalWebAddress,
  requiredText,
  webAddress,
} from '../fields.ts'
import { stateCodes } from './us-states.ts'

export const onboardingStatuses = ['profile', 'documents', 'completed'] as const
export const OnboardingStatus = z.enum(onboardingStatuses)
export type OnboardingStatus = z.output<typeof OnboardingStatus>

/** All that is stored. Partners choose among the first three, staff among email, phone and whatsapp. */
export const communicationMethods = ['email', 'text', 'whatsapp', 'phone'] as const
export const CommunicationMethod = z.enum(communicationMethods)
export type CommunicationMethod = z.output<typeof CommunicationMethod>

const communicationMethod = (message: string) => z.enum(communicationMethods, { error: message })

/** What a profile consists of, whoever enters it. */
export const profileFields = z.strictObject({
  fullName: requiredText(limits.name, 'Full name is required'),
  email: email('Valid email is required'),
  state: z.enum(stateCodes, { error: 'State is required' }),
  businessName: requiredText(limits.name, 'Business name is required'),
  mainMarketingContact: requiredText(limits.name, 'Main marketing contact is required'),
  businessWebsite: webAddress('Valid website URL is required'),
  facebookUrl: optionalWebAddress('Valid Facebook URL'),
  twitterUrl: optionalWebAddress('Valid Twitter URL'),
  tiktokUrl: optionalWebAddress('Valid TikTok URL'),
  instagramUrl: optionalWebAddress('Valid Instagram URL'),
  preferredCommunicationMethod: communicationMethod('Please select a preferred communication method'),
  phoneNumber: optionalText(limits.phone),
  whatsappNumber: optionalText(limits.phone),
  marketingPreferredCommunicationMethod: communicationMethod(
    'Please select a preferred communication method for marketing contact',
  ),
  marketingContactEmail: optionalEmail('Valid email'),
  marketingContactPhone: optionalText(limits.phone),
  marketingContactWhatsapp: optionalText(limits.phone),
})

type ProfileFields = z.output<typeof profileFields>

/** Which way of being reached needs which field: the form shows it, and both sides require it. */
export const requiredContacts = [
  {
    method: 'preferredCommunicationMethod',
    is: 'text',
    needs: 'phoneNumber',
    message: 'Phone number is required for text communication',
  },
  {
    method: 'preferredCommunicationMethod',
    is: 'whatsapp',
    needs: 'whatsappNumber',
    message: 'WhatsApp number is required for WhatsApp communication',
  },
  {
    method: 'marketingPreferredCommunicationMethod',
    is: 'email',
    needs: 'marketingContactEmail',
    message: 'Email address is required for email communication',
  },
  {
    method: 'marketingPreferredCommunicationMethod',
    is: 'text',
    needs: 'marketingContactPhone',
    message: 'Phone number is required for text communication',
  },
  {
    method: 'marketingPreferredCommunicationMethod',
    is: 'whatsapp',
    needs: 'marketingContactWhatsapp',
    message: 'WhatsApp number is required for WhatsApp communication',
  },
] as const satisfies readonly {
  method: keyof ProfileFields
  is: CommunicationMethod
  needs: keyof ProfileFields
  message: string
}[]

const isBlank = (value: unknown) => typeof value !== 'string' || value.trim() === ''

/** The profile form of onboarding, as the partner sends it. */
export const ProfileForm = requiredContacts.reduce(
  (schema, { method, is, needs, message }) =>
    schema.refine((profile) => profile[method] !== is || !isBlank(profile[needs]), {
      path: [needs],
      error: message,
      // Also beside other mistakes: a form that tells its faults one after the other wears people out.
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  profileFields,
)
export type ProfileForm = z.output<typeof ProfileForm>

const optionalTerm = z.string().nullable()

/** The terms of a partnership agreement that staff may enter ahead of signing. */
export const appendixAFields = [
  'partnershipDate',
  'eventName',
  'eventDates',
  'eventSetupTime',
  'eventEndTime',
  'setupDetails',
  'collateralDays',
  'territory',
  'paymentAmount',
  'depositPercentage',
  'paymentDays',
  'additionalCostDays',
  'expectedGuests',
  'capacityChangeDays',
  'cancellationDays',
  'shortCancellationDays',
  'jurisdiction',
  'partnershipSignerName',
  'partnershipSignerTitle',
  'partnershipSignatureDate',
] as const
export type AppendixAField = (typeof appendixAFields)[number]

const appendixAShape = Object.fromEntries(appendixAFields.map((name) => [name, optionalTerm])) as Record<
  AppendixAField,
  typeof optionalTerm
>

export const PartnerProfile = z.strictObject({
  id,
  userId: id,
  fullName: z.string(),
  email: z.string(),
  state: z.string(),
  businessName: z.string(),
  mainMarketingContact: z.string(),
  businessWebsite: z.string(),
  facebookUrl: z.string().nullable(),
  twitterUrl: z.string().nullable(),
  tiktokUrl: z.string().nullable(),
  instagramUrl: z.string().nullable(),
  preferredCommunicationMethod: CommunicationMethod,
  phoneNumber: z.string().nullable(),
  whatsappNumber: z.string().nullable(),
  marketingPreferredCommunicationMethod: CommunicationMethod,
  marketingContactEmail: z.string().nullable(),
  marketingContactPhone: z.string().nullable(),
  marketingContactWhatsapp: z.string().nullable(),
  onboardingStatus: OnboardingStatus,
  ...appendixAShape,
  createdAt: isoDate,
  updatedAt: isoDate,
})
export type PartnerProfile = z.input<typeof PartnerProfile>

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/partner/profile',
  access: 'signed-in',
  summary: "The caller's partner profile; 404 where there is none",
  answers: { 200: PartnerProfile },
})

export const saveProfile = endpoint({
  method: 'POST',
  path: '/api/partner/profile',
  access: 'signed-in',
  summary: "Creates the caller's profile (201), or confirms and changes it while onboarding lasts (200)",
  body: ProfileForm,
  answers: { 200: PartnerProfile, 201: PartnerProfile },
})

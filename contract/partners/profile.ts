import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { expectedUpdatedAt, id, isoDate } from '../fields.ts'
import type { CommunicationMethod } from './communication-methods.ts'
import { profileInputs, storedProfile } from './profile-schemas.ts'

export const onboardingStatuses = ['profile', 'documents', 'completed'] as const
export const OnboardingStatus = z.enum(onboardingStatuses)
export type OnboardingStatus = z.output<typeof OnboardingStatus>

/** The fields of a profile. */
export const ProfileFields = z.strictObject(profileInputs)

type ProfileFields = z.output<typeof ProfileFields>

/** The field that each communication method requires: the form shows the field, and both sides require it. */
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

/** The profile form of onboarding as the partner sends it. */
export const ProfileForm = requiredContacts.reduce(
  (schema, { method, is, needs, message }) =>
    schema.refine((profile) => profile[method] !== is || !isBlank(profile[needs]), {
      path: [needs],
      error: message,
      // This check also runs if there are other problems, so that a form shows all of them at once.
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  ProfileFields,
)
export type ProfileForm = z.output<typeof ProfileForm>

export const SaveProfile = ProfileForm.safeExtend(expectedUpdatedAt)
export type SaveProfile = z.output<typeof SaveProfile>

const optionalTerm = z.string().nullable()

/** The terms of a partnership agreement that staff may enter before it is signed. */
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
  ...storedProfile,
  onboardingStatus: OnboardingStatus,
  ...appendixAShape,
  createdAt: isoDate,
  updatedAt: isoDate,
})
export type PartnerProfile = z.input<typeof PartnerProfile>

export const getProfile = endpoint('GET', '/api/partner/profile', {
  access: 'signed-in',
  summary: "The caller's partner profile; 404 when there is none",
  responses: { 200: PartnerProfile },
})

export const saveProfile = endpoint('POST', '/api/partner/profile', {
  access: 'signed-in',
  summary:
    "Creates the caller's profile (201), or confirms and changes it (200); signed agreements stay as they are; 409 when someone else has changed it",
  body: SaveProfile,
  responses: { 200: PartnerProfile, 201: PartnerProfile },
})

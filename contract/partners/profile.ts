import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { expectedUpdatedAt, id, isoDate } from '../fields.ts'
import { type AppendixAField, appendixAFields } from './appendix-a-fields.ts'
import { onboardingStatuses } from './labels.ts'
import { profileInputs, storedProfile } from './profile-schemas.ts'
import { requiredContacts } from './required-contacts.ts'

export const OnboardingStatus = z.enum(onboardingStatuses)

/** The fields of a profile. */
export const ProfileFields = z.strictObject(profileInputs)

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

import { z } from 'zod'
import { termGroups } from '#client/domain/appendix-a-terms.ts'
import { personName } from '#client/domain/person-name.ts'
import { type ProfileField, profileFields } from '#client/domain/profile-fields.ts'
import { type AdminPartner, CreatePartner, UpdatePartner } from '#contract/partners/partners.ts'
import type { AppendixAField } from '#contract/partners/profile.ts'

/** What is said of a partner, in the order of the screen. */
const partnerFields = [
  ...profileFields,
  ...termGroups.flatMap(({ terms }) => terms.map(({ name }) => name)),
] as const

export type PartnerField = ProfileField | AppendixAField

/** All fields of the form, in the order of the screen. */
export const formFields: readonly (PartnerField | 'userId')[] = ['userId', ...partnerFields]

/** What the form holds: text throughout, empty where nothing is filled in. */
export type PartnerValues = Record<PartnerField | 'userId', string>

/** The user of whom a partner is made. */
export type ChosenUser = { id: string; email: string; firstName: string | null; lastName: string | null }

const fill = (known: Partial<Record<PartnerField | 'userId', string | null>>): PartnerValues =>
  Object.fromEntries(formFields.map((name) => [name, known[name] ?? ''])) as PartnerValues

/** What choosing a user fills in. */
const valuesOfUser = (user: ChosenUser) => {
  const name = personName(user)
  return { email: user.email, fullName: name === user.email ? '' : name }
}

/** What the form begins with for a new partner. */
export const newPartner = (user: ChosenUser | null): PartnerValues =>
  fill({
    preferredCommunicationMethod: 'email',
    marketingPreferredCommunicationMethod: 'email',
    ...(user && { userId: user.id, ...valuesOfUser(user) }),
  })

/** What the form begins with for one who is there. */
export const valuesOfPartner = (partner: AdminPartner): PartnerValues => fill(partner)

/**
 * What follows the choice of another user: name and e-mail where nothing stands, or just what the user before brought. What
 * somebody typed stays.
 */
export const refilledByUser = (
  values: Pick<PartnerValues, 'fullName' | 'email'>,
  before: ChosenUser | null,
  user: ChosenUser,
): Partial<Pick<PartnerValues, 'fullName' | 'email'>> => {
  const next = valuesOfUser(user)
  const former = before ? valuesOfUser(before) : { fullName: '', email: '' }
  const isFree = (name: 'fullName' | 'email') => values[name] === '' || values[name] === former[name]
  return {
    ...(isFree('fullName') && { fullName: next.fullName }),
    ...(isFree('email') && { email: next.email }),
  }
}

const asInput = z.custom<PartnerValues>()

/** Checks what the form holds by the contract, and makes of it what is sent. */
export const addSchema: z.ZodType<CreatePartner, PartnerValues> = asInput
  // A state or a way that is none is what the contract refuses.
  .transform((values) => values as z.input<typeof CreatePartner>)
  .pipe(CreatePartner)

/** The same for one who is there, whose user stays. */
export const updateSchema: z.ZodType<UpdatePartner, PartnerValues> = asInput
  .transform(({ userId: _, ...values }) => values as z.input<typeof UpdatePartner>)
  .pipe(UpdatePartner)

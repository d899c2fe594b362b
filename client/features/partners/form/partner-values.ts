import { z } from 'zod'
import { termGroups } from '#client/domain/appendix-a-terms.ts'
import { personName } from '#client/domain/person-name.ts'
import type { AppendixAField } from '#contract/partners/appendix-a-fields.ts'
import { type AdminPartner, CreatePartner, UpdatePartner } from '#contract/partners/partners.ts'
import { type ProfileFieldName, profileFieldList } from '#contract/partners/profile-fields.ts'
import type { UserChoice } from '#contract/users/users.ts'

type PartnerField = ProfileFieldName | AppendixAField

/** All fields of the form, in the order of the screen. */
export const formFields: readonly (PartnerField | 'userId')[] = [
  'userId',
  ...profileFieldList.map(({ name }) => name),
  ...termGroups.flatMap(({ terms }) => terms.map(({ name }) => name)),
]

/** The values of the form: all are text, and empty strings if nothing is filled in. */
export type PartnerValues = Record<PartnerField | 'userId', string>

/** The user chosen for a new partner. */
export type ChosenUser = Omit<UserChoice, 'role'>

const fill = (known: Partial<Record<PartnerField | 'userId', string | null>>): PartnerValues =>
  Object.fromEntries(formFields.map((name) => [name, known[name] ?? ''])) as PartnerValues

/** The values that choosing a user fills in. */
const valuesOfUser = (user: ChosenUser) => {
  const name = personName(user)
  return { email: user.email, fullName: name === user.email ? '' : name }
}

/** The initial values of the form for a new partner. */
export const newPartner = (user: ChosenUser | null): PartnerValues =>
  fill({
    preferredCommunicationMethod: 'email',
    marketingPreferredCommunicationMethod: 'email',
    ...(user && { userId: user.id, ...valuesOfUser(user) }),
  })

/** The initial values of the form for an existing partner. */
export const valuesOfPartner = (partner: AdminPartner): PartnerValues => fill(partner)

/**
 * Returns the values that change when another user is chosen: name and email, if they are empty or came from the previous user. Typed
 * values stay.
 */
export const refilledByUser = (
  values: Pick<PartnerValues, 'fullName' | 'email'>,
  before: ChosenUser | null,
  user: ChosenUser,
): Partial<Pick<PartnerValues, 'fullName' | 'email'>> => {
  const next = valuesOfUser(user)
  const previous = before ? valuesOfUser(before) : { fullName: '', email: '' }
  const isFree = (name: 'fullName' | 'email') => values[name] === '' || values[name] === previous[name]
  return {
    ...(isFree('fullName') && { fullName: next.fullName }),
    ...(isFree('email') && { email: next.email }),
  }
}

const asInput = z.custom<PartnerValues>()

/** Checks the values of the form by the contract, and converts them to the body of the request. */
export const addSchema: z.ZodType<CreatePartner, PartnerValues> = asInput
  // Unknown states and methods are refused by the contract.
  .transform((values) => values as z.input<typeof CreatePartner>)
  .pipe(CreatePartner)

/** Checks and converts the values for an existing partner, whose user cannot change. */
export const updateSchema: z.ZodType<UpdatePartner, PartnerValues> = asInput
  .transform(({ userId: _, ...values }) => values as z.input<typeof UpdatePartner>)
  .pipe(UpdatePartner)

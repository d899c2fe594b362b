import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, limits, optionalText, requiredText } from './fields.ts'

/** For more partners a group fits better. A list of this length fits into a URL. */
export const maxAssignedPartners = 200

/** The partners of an audience, in the case in which they are stored. */
export const partnerIds = z
  .array(id.toLowerCase())
  .max(maxAssignedPartners, `Choose at most ${maxAssignedPartners} partners`)

/** The group of an audience: one of the groups of users. */
export const assignedGroup = z.union([requiredText(limits.group, 'Enter a group'), z.null()])

/** Whom something is for: one partner, or these partners and everyone in the group. All three empty and given: everyone. */
export const audienceFields = {
  partnerId: id.nullable().optional(),
  assignedPartnerIds: partnerIds.optional(),
  assignedGroup: assignedGroup.optional(),
}

export interface Audience {
  assignedPartnerIds: string[]
  assignedGroup: string | null
}

interface AudienceForm {
  partnerId?: string | null | undefined
  assignedPartnerIds?: string[] | undefined
  assignedGroup?: string | null | undefined
}

/**
 * The audience that a form names, where one partner is an audience of one. Undefined where it names nobody: neither leaving the fields
 * out nor sending back the empty audience of a task for one partner may mean everyone.
 */
export const namedAudience = (form: AudienceForm): Audience | undefined => {
  const { partnerId, assignedPartnerIds: partners = [], assignedGroup = null } = form
  const isEmpty = partners.length === 0 && assignedGroup === null && !partnerId
  const isWhole = partnerId !== undefined && form.assignedPartnerIds && form.assignedGroup !== undefined
  if (isEmpty && !isWhole) return undefined
  const named = partnerId ? [partnerId, ...partners] : partners
  return { assignedPartnerIds: [...new Set(named)], assignedGroup }
}

/** The partner of an audience of one; null for every other audience. */
export const onlyPartnerOf = ({ assignedPartnerIds, assignedGroup }: Audience) => {
  const [first, ...others] = assignedPartnerIds
  return first !== undefined && others.length === 0 && assignedGroup === null ? first : null
}

export const namesSomeone = (form: AudienceForm) => namedAudience(form) !== undefined
/** For a change, which may leave the audience as it is. */
export const namesNobodyByMistake = (form: AudienceForm) => form.partnerId !== null || namesSomeone(form)
export const missingAudienceIssue = { path: ['partnerId'], error: 'Choose a partner' }

const idList = z
  .string()
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(partnerIds)

const count = z.int()

/** An audience in a query; neither of the two is everyone. */
export const audienceQuery = {
  /** Ids separated by commas. */
  partners: idList.optional(),
  group: optionalText(limits.group),
}

export const countAudience = endpoint('GET', '/api/admin/audience', {
  access: 'staff',
  byToken: true,
  summary: 'How many partners are in an audience, and which groups there are to choose from',
  query: z.strictObject(audienceQuery),
  answers: {
    200: z.strictObject({
      partners: count,
      /** Those of them who have not completed onboarding. */
      inOnboarding: count,
      groups: z.array(z.strictObject({ name: z.string(), partners: count })),
    }),
  },
})

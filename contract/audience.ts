import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, limits, optionalText, requiredText } from './fields.ts'

/** For more partners a group fits better. A list of this length fits into a URL. */
export const maxAssignedPartners = 200

/** The partners of an audience, in the case in which they are stored. */
export const partnerIds = z
  .array(id.toLowerCase())
  .max(maxAssignedPartners, `At most ${maxAssignedPartners} partners`)

/** The group of an audience: one of the groups of users. */
export const assignedGroup = z.union([requiredText(limits.group, 'Enter a group'), z.null()])

/** Whom something is for: these partners and everyone in the group, or everyone where neither is named. */
export const audienceFields = {
  assignedPartnerIds: partnerIds.optional(),
  assignedGroup: assignedGroup.optional(),
}

export interface Audience {
  assignedPartnerIds: string[]
  assignedGroup: string | null
}

interface AudienceForm {
  partnerId?: string | undefined
  assignedPartnerIds?: string[] | undefined
  assignedGroup?: string | null | undefined
}

/**
 * The audience that a form names: one partner, or several. Undefined where it names nobody: leaving everything out must not
 * mean everyone, whom two empty fields without a partner name.
 */
export const namedAudience = (form: AudienceForm): { partnerId: string } | Audience | undefined => {
  const { partnerId, assignedPartnerIds: partners = [], assignedGroup: group = null } = form
  const isEmpty = partners.length === 0 && group === null
  if (isEmpty && partnerId) return { partnerId }
  const isComplete = form.assignedPartnerIds !== undefined && form.assignedGroup !== undefined
  if (isEmpty && !isComplete) return undefined
  const named = partnerId ? [partnerId, ...partners] : partners
  return { assignedPartnerIds: [...new Set(named)], assignedGroup: group }
}

export const namesSomeone = (form: AudienceForm) => namedAudience(form) !== undefined
export const missingAudienceIssue = { path: ['partnerId'], error: 'Choose a partner' }

const idList = z
  .string()
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(partnerIds)

const count = z.int()

export const countAudience = endpoint({
  method: 'GET',
  path: '/api/admin/audience',
  access: 'staff',
  summary: 'How many partners are in an audience, and which groups there are to choose from',
  query: z.strictObject({
    /** Ids separated by commas. */
    partners: idList.optional(),
    group: optionalText(limits.group),
  }),
  answers: {
    200: z.strictObject({
      partners: count,
      /** Those of them who have not completed onboarding. */
      inOnboarding: count,
      groups: z.array(z.strictObject({ name: z.string(), partners: count })),
    }),
  },
})

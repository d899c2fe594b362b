import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, optionalText, requiredText } from './fields.ts'
import { limits, maxAssignedPartners, maxPartnersInQuery } from './limits.ts'

/** The partners of an audience, with ids in lower case as they are stored. */
export const partnerIds = z
  .array(id.toLowerCase())
  .max(maxAssignedPartners, `Choose at most ${maxAssignedPartners} partners`)

/** The group of an audience: one of the groups of users. */
export const assignedGroup = z.union([requiredText(limits.group, 'Enter a group'), z.null()])

/** A saved view of the table of partners as a living audience: who matches later is added, and nobody is removed. */
export const assignedViewId = id.toLowerCase().nullable().optional()

/**
 * The audience of something: one partner, several partners and a group, or a saved view alone. It is everyone if the fields for partners and
 * the group are all given and empty.
 */
export const audienceFields = {
  partnerId: id.nullable().optional(),
  assignedPartnerIds: partnerIds.optional(),
  assignedGroup: assignedGroup.optional(),
  assignedViewId,
}

/** The saved view that something is for, to staff; null to partners. */
export const shownViewId = id.nullable().optional()

export interface Audience {
  assignedPartnerIds: string[]
  assignedGroup: string | null
  /** The saved view whose partners are the audience, instead of partners and a group. */
  assignedViewId?: string | null | undefined
}

interface AudienceForm {
  partnerId?: string | null | undefined
  assignedPartnerIds?: string[] | undefined
  assignedGroup?: string | null | undefined
  assignedViewId?: string | null | undefined
}

/**
 * Returns the audience that a form names; one partner is an audience of one. Undefined if the form names nobody: neither leaving the
 * fields out nor sending back the empty audience of a task for one partner may mean everyone.
 */
export const namedAudience = (form: AudienceForm): Audience | undefined => {
  const { partnerId, assignedPartnerIds: partners = [], assignedGroup = null, assignedViewId } = form
  const isEmpty = partners.length === 0 && assignedGroup === null && !partnerId
  // A view stands alone: for others than its partners, another view is right.
  if (assignedViewId) return isEmpty ? { assignedPartnerIds: [], assignedGroup, assignedViewId } : undefined
  const isWhole = partnerId !== undefined && form.assignedPartnerIds && form.assignedGroup !== undefined
  if (isEmpty && !isWhole) return undefined
  const named = partnerId ? [partnerId, ...partners] : partners
  return { assignedPartnerIds: [...new Set(named)], assignedGroup }
}

/** Returns the partner of an audience of one; null for every other audience. */
export const onlyPartnerOf = ({ assignedPartnerIds, assignedGroup, assignedViewId }: Audience) => {
  const [first, ...others] = assignedPartnerIds
  return first !== undefined && others.length === 0 && assignedGroup === null && !assignedViewId
    ? first
    : null
}

/**
 * Whether a change sends back the empty partners and group of something that is for a view. Whoever does not know of views must not open it
 * to everyone: that takes null as the view.
 */
export const keepsView = (former: AudienceForm, change: AudienceForm) => {
  const isForNobodyElse = !change.partnerId && !change.assignedPartnerIds?.length && !change.assignedGroup
  return Boolean(former.assignedViewId) && change.assignedViewId === undefined && isForNobodyElse
}

/** Returns the audience after a change: fields that are left out stay, except that partners or a group replace a view. */
export const changedAudience = (former: AudienceForm, change: AudienceForm): AudienceForm => {
  if (keepsView(former, change)) return { partnerId: null, assignedViewId: former.assignedViewId }
  const { assignedPartnerIds, assignedGroup, assignedViewId } = change
  const isOfOthers = assignedPartnerIds !== undefined || assignedGroup !== undefined
  if (assignedViewId) return { partnerId: null, assignedPartnerIds, assignedGroup, assignedViewId }
  return {
    partnerId: change.partnerId,
    assignedPartnerIds: assignedPartnerIds ?? former.assignedPartnerIds,
    assignedGroup: assignedGroup === undefined ? former.assignedGroup : assignedGroup,
    assignedViewId: isOfOthers || assignedViewId === null ? null : former.assignedViewId,
  }
}

export const namesSomeone = (form: AudienceForm) => namedAudience(form) !== undefined
/** Whether the audience in a change names somebody, or is left out so that it stays as it is. */
export const namesNobodyByMistake = (form: AudienceForm) => form.partnerId !== null || namesSomeone(form)
export const missingAudienceIssue = { path: ['partnerId'], error: 'Choose a partner' }

/** Ids of partners or other items, separated by commas. */
export const idList = z
  .string()
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(partnerIds.max(maxPartnersInQuery, `Choose at most ${maxPartnersInQuery} partners`))

const count = z.int()

/** The query of an audience, which is everyone without `partners` and `group`. */
export const audienceQuery = {
  /** Ids of partners, separated by commas. */
  partners: idList.optional(),
  group: optionalText(limits.group),
}

export const countAudience = endpoint('GET', '/api/admin/audience', {
  access: 'staff',
  byToken: true,
  summary: 'How many partners are in an audience, and which groups there are to choose from',
  query: z.strictObject(audienceQuery),
  responses: {
    200: z.strictObject({
      partners: count,
      /** How many of these partners have not completed onboarding. */
      inOnboarding: count,
      groups: z.array(z.strictObject({ name: z.string(), partners: count })),
    }),
  },
})

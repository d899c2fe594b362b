import { formatCount } from '#client/lib/format.ts'

/** The kind of an audience; `one` only in forms that also have a field for a single partner. */
export type AudienceKind = 'one' | 'everyone' | 'group' | 'partners' | 'both' | 'view'

/** An audience. Values that the kind does not use are preserved, so that switching back loses nothing. */
export interface Audience {
  kind: AudienceKind
  group: string
  partnerIds: string[]
  viewId: string
}

export const forEveryone: Audience = { kind: 'everyone', group: '', partnerIds: [], viewId: '' }
export const forOne: Audience = { ...forEveryone, kind: 'one' }

/** The audience of some partners that were chosen elsewhere; a form for one partner when there are none. */
export const forPartners = (partnerIds: string[] | undefined): Audience =>
  partnerIds ? { ...forEveryone, kind: 'partners', partnerIds } : forOne

export const usesGroup = ({ kind }: Audience) => kind === 'group' || kind === 'both'
export const usesPartners = ({ kind }: Audience) => kind === 'partners' || kind === 'both'

export const audienceOf = ({
  assignedGroup,
  assignedPartnerIds = [],
  assignedViewId,
}: {
  assignedGroup?: string | null | undefined
  assignedPartnerIds?: string[] | undefined
  assignedViewId?: string | null | undefined
}): Audience => {
  if (assignedViewId) return { ...forEveryone, kind: 'view', viewId: assignedViewId }
  const withoutGroup = assignedPartnerIds.length > 0 ? 'partners' : 'everyone'
  const withGroup = assignedPartnerIds.length > 0 ? 'both' : 'group'
  return {
    kind: assignedGroup ? withGroup : withoutGroup,
    group: assignedGroup ?? '',
    partnerIds: assignedPartnerIds,
    viewId: '',
  }
}

/** The words for the audience of a saved view, whose name the form and the table of partners show. */
export const viewLabel = 'Partners of a saved view'

/** Returns the ids of deleted partners; none until the list of partners has loaded. */
export const missingPartners = (partnerIds: string[], partners: readonly { id: string }[] | undefined) => {
  const known = partners && new Set(partners.map(({ id }) => id))
  return known ? partnerIds.filter((id) => !known.has(id)) : []
}

/** Returns the audience without deleted partners, which the server would refuse. */
export const withPartnersOf = (
  audience: Audience,
  partners: readonly { id: string }[] | undefined,
): Audience => {
  const missing = missingPartners(audience.partnerIds, partners)
  return { ...audience, partnerIds: audience.partnerIds.filter((id) => !missing.includes(id)) }
}

/** Returns the errors of an audience. An empty choice must never mean everyone. */
export const audienceProblems = (
  audience: Audience,
): { group?: string; partners?: string; view?: string } => {
  if (audience.kind === 'view') return audience.viewId ? {} : { view: 'Choose a view' }
  const lacksGroup = usesGroup(audience) && audience.group === ''
  const lacksPartners = usesPartners(audience) && audience.partnerIds.length === 0
  // The kind `both` needs at least a group or one partner.
  if (audience.kind === 'both' && !(lacksGroup && lacksPartners)) return {}
  return {
    ...(lacksGroup && { group: 'Choose a group' }),
    ...(lacksPartners && { partners: 'Choose at least one partner' }),
  }
}

export const sentAudience = (audience: Audience) => ({
  assignedGroup: usesGroup(audience) ? audience.group || null : null,
  assignedPartnerIds: usesPartners(audience) ? audience.partnerIds : [],
  ...(audience.kind === 'view' && { assignedViewId: audience.viewId }),
})

/** Says that something which is for a view no longer is, before its new audience: without that, the empty audience means the view. */
export const withoutView = (former: { assignedViewId?: string | null | undefined } | null | undefined) =>
  former?.assignedViewId ? { assignedViewId: null } : {}

interface ShownAudience {
  assignedGroup: string | null
  assignedPartnerIds: string[]
  assignedViewId?: string | null | undefined
}

/** Formats an audience, for example "Coast and 2 partners". */
export const audienceLabel = ({ assignedGroup, assignedPartnerIds, assignedViewId }: ShownAudience) => {
  if (assignedViewId) return viewLabel
  const partners = assignedPartnerIds.length > 0 ? formatCount(assignedPartnerIds.length, 'partner') : null
  return [assignedGroup, partners].filter(Boolean).join(' and ') || 'Everyone'
}

/** Formats an audience within a line, for example "For everyone" or "For Coast and 2 partners". */
export const forAudience = (shown: ShownAudience) => {
  const isNamed = !shown.assignedViewId && shown.assignedGroup !== null
  const label = audienceLabel(shown)
  // The name of a group keeps its capital letter.
  return `For ${isNamed ? label : label.toLowerCase()}`
}

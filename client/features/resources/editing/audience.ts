import type { Resource } from '#contract/resources/resources.ts'

/** `both` only for a file that is stored so: the form does not offer to mix them. */
export type AudienceKind = 'everyone' | 'group' | 'partners' | 'both'

/** Whom a file is for, as it is chosen. What the kind does not use stays, so that going back to it loses nothing. */
export interface Audience {
  kind: AudienceKind
  group: string
  partnerIds: string[]
}

export const forEveryone: Audience = { kind: 'everyone', group: '', partnerIds: [] }

export const usesGroup = ({ kind }: Audience) => kind === 'group' || kind === 'both'
export const usesPartners = ({ kind }: Audience) => kind === 'partners' || kind === 'both'

export const audienceOf = ({
  assignedGroup,
  assignedPartnerIds = [],
}: Pick<Resource, 'assignedGroup' | 'assignedPartnerIds'>): Audience => {
  const group = assignedGroup ?? ''
  const kind: AudienceKind = group
    ? assignedPartnerIds.length > 0
      ? 'both'
      : 'group'
    : assignedPartnerIds.length > 0
      ? 'partners'
      : 'everyone'
  return { kind, group, partnerIds: assignedPartnerIds }
}

/** The ids of deleted partners; none until the list of partners has loaded. */
export const missingPartners = (partnerIds: string[], partners: readonly { id: string }[] | undefined) => {
  if (!partners) return []
  const known = new Set(partners.map(({ id }) => id))
  return partnerIds.filter((id) => !known.has(id))
}

/** The audience without deleted partners, which the server would refuse. */
export const withPartnersOf = (
  audience: Audience,
  partners: readonly { id: string }[] | undefined,
): Audience => {
  const missing = new Set(missingPartners(audience.partnerIds, partners))
  return missing.size > 0
    ? { ...audience, partnerIds: audience.partnerIds.filter((id) => !missing.has(id)) }
    : audience
}

/** The errors of an audience; an empty choice must never mean everyone. */
export const audienceProblems = (audience: Audience): { group?: string; partners?: string } => {
  const lacksGroup = usesGroup(audience) && audience.group === ''
  const lacksPartners = usesPartners(audience) && audience.partnerIds.length === 0
  // Of the two together one is enough.
  if (audience.kind === 'both' && !(lacksGroup && lacksPartners)) return {}
  return {
    ...(lacksGroup && { group: 'Choose a group' }),
    ...(lacksPartners && { partners: 'Choose at least one partner' }),
  }
}

export const sentAudience = (audience: Audience) => ({
  assignedGroup: usesGroup(audience) ? audience.group || null : null,
  assignedPartnerIds: usesPartners(audience) ? audience.partnerIds : [],
})

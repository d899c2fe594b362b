import type { Audience } from '#contract/audience.ts'

/** Returns the entries of an `audience` column that a partner belongs to, apart from `everyone`. */
export const audienceKeysOf = ({
  partnerId,
  partnerGroup,
}: {
  partnerId: string
  partnerGroup: string | null
}) => [partnerId, ...(partnerGroup === null ? [] : [`group:${partnerGroup}`])]

/** Returns the entries that the database stores in the column `audience` for an audience. */
export const audienceEntriesOf = ({ assignedPartnerIds, assignedGroup }: Audience) =>
  assignedPartnerIds.length === 0 && assignedGroup === null
    ? ['everyone']
    : [...assignedPartnerIds, ...(assignedGroup === null ? [] : [`group:${assignedGroup}`])]

/** Returns the entries of an `audience` column that a partner belongs to, apart from `everyone`. */
export const audienceKeysOf = ({
  partnerId,
  partnerGroup,
}: {
  partnerId: string
  partnerGroup: string | null
}) => [partnerId, ...(partnerGroup === null ? [] : [`group:${partnerGroup}`])]

/** The entries of the column `audience` that a partner is in, beside `everyone`. */
export const audienceKeysOf = ({
  partnerId,
  partnerGroup,
}: {
  partnerId: string
  partnerGroup: string | null
}) => [partnerId, ...(partnerGroup === null ? [] : [`group:${partnerGroup}`])]

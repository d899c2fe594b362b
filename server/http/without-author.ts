/** What a partner receives of a row: not which member of staff created it. */
export const withoutAuthor = <R extends { createdBy: string | null }>(row: R): R => ({
  ...row,
  createdBy: null,
})

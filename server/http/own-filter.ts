type StaffFilters = { owner?: string | undefined; manager?: string | undefined }

/** Returns the filters of a query with the id of the user who asks in place of `me`. */
export const ownFilter = <Query extends StaffFilters>({ id }: { id: string }, query: Query): Query => ({
  ...query,
  ...(query.owner === 'me' && { owner: id }),
  ...(query.manager === 'me' && { manager: id }),
})

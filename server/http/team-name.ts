import { isStaff, type Role } from '#contract/users/roles.ts'

/** The name that partners read instead of the names of staff. */
export const teamName = 'Partner team'

/** Returns the name of who did something, as a reader sees it: partners read only the names of their own people. */
export const nameFor = (
  reader: { role: Role },
  { name, isOfPartner }: { name: string | null; isOfPartner: boolean },
) => (isStaff(reader.role) || isOfPartner ? name : teamName)

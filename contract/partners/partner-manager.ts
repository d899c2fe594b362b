import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, optionalText, requiredText } from '../fields.ts'
import { limits } from '../limits.ts'
import { paging } from '../paging.ts'

/** The partner manager as the people of the partner see them. */
export const PartnerManager = z.strictObject({
  name: z.string(),
  /** The address of the manager's picture; null if they have none. */
  profileImageUrl: z.string().nullable(),
})

export const getPartnerManager = endpoint('GET', '/api/partner/manager', {
  access: 'signed-in',
  summary: "The partner manager of the caller's partner; `manager` is null when there is none",
  responses: { 200: z.strictObject({ manager: PartnerManager.nullable() }) },
})

/** A group with the manager that its partners get. */
export const GroupManager = z.strictObject({
  group: z.string(),
  manager: z.strictObject({ id, name: z.string() }).nullable(),
  /** The number of partners in the group. */
  partners: z.int(),
})
export type GroupManager = z.input<typeof GroupManager>

export const listGroupManagers = endpoint('GET', '/api/admin/group-managers', {
  access: 'staff',
  byToken: true,
  cost: 'search',
  summary: 'The groups by name, each with the manager that partners without one get when they come into it',
  query: z.strictObject({ search: optionalText(limits.group), ...paging }),
  responses: { 200: z.array(GroupManager) },
})

export const setGroupManager = endpoint('PUT', '/api/admin/group-managers', {
  access: 'staff',
  summary: 'Sets the manager of a group. Its partners without a manager get them at once',
  body: z.strictObject({
    group: requiredText(limits.group, 'Choose a group'),
    managerId: id.nullable(),
  }),
  responses: { 200: z.strictObject({ changed: z.int() }) },
})

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { email, expectedUpdatedAt, id, isoDate, optionalText, requiredText, userParams } from '../fields.ts'
import { limits, maxSelectedUsers } from '../limits.ts'
import { paging } from '../paging.ts'
import { partnerRoles } from '../partners/labels.ts'
import { roles } from './roles.ts'

export const Role = z.enum(roles)

/** A user as staff see them. */
export const AdminUser = z.strictObject({
  id,
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  role: Role,
  partnerGroup: z.string().nullable(),
  /** When the user was disabled; null for enabled users. */
  disabledAt: isoDate.nullable(),
  /** When the user's personal data was erased. The row stays because other data refers to it. */
  erasedAt: isoDate.nullable(),
  createdAt: isoDate,
  updatedAt: isoDate,
  /** Whether the user owns a partner or is a member of one. */
  hasPartnerProfile: z.boolean(),
  /** The partner that the user owns, or else the first that they joined; null without one. */
  partner: z.strictObject({ id, businessName: z.string(), role: z.enum(partnerRoles) }).nullable(),
  /** This field and the one below are from the partner profile that the user owns, if they own one. */
  partnerId: id.nullable(),
  fullName: z.string().nullable(),
})
export type AdminUser = z.input<typeof AdminUser>

export const listUsers = endpoint('GET', '/api/admin/users-with-partner-status', {
  access: 'staff',
  byToken: true,
  cost: 'search',
  summary: 'The users, newest first',
  query: z.strictObject({
    /** Parts of the name and email address, all of which must occur. */
    search: optionalText(limits.name),
    role: Role.optional(),
    partnerGroup: optionalText(limits.group),
    /** Lists only users who belong to a partner (`has`), to none (`none`), or enabled users who belong to none (`invited`). */
    profile: z.enum(['has', 'none', 'invited']).optional(),
    ...paging,
  }),
  responses: { 200: z.strictObject({ users: z.array(AdminUser), total: z.number().int() }) },
})

export const getUser = endpoint('GET', '/api/admin/users/:userId', {
  access: 'staff',
  byToken: true,
  summary: 'One user',
  params: userParams,
  responses: { 200: AdminUser },
})

export const UserChoice = z.strictObject({
  id,
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  role: Role,
})
export type UserChoice = z.output<typeof UserChoice>

export const listUsersWithoutProfiles = endpoint('GET', '/api/admin/users-without-partner-profiles', {
  access: 'staff',
  byToken: true,
  cost: 'search',
  summary: 'The users who belong to no partner, by email address',
  query: z.strictObject({ search: optionalText(limits.name), ...paging }),
  responses: { 200: z.array(UserChoice) },
})

export const listPartnerGroups = endpoint('GET', '/api/admin/partner-groups', {
  access: 'staff',
  byToken: true,
  summary: 'The names of the groups that users are in, by name',
  query: z.strictObject(paging),
  responses: { 200: z.array(z.string()) },
})

const role = z.enum(Role.options, { error: 'Please select a role' })
export const UserRoleForm = z.strictObject({ role })
export type UserRoleForm = z.output<typeof UserRoleForm>

export const CreateUser = z.strictObject({
  email: email('Valid email is required'),
  firstName: optionalText(limits.name),
  lastName: optionalText(limits.name),
  role: role.default('user'),
  partnerGroup: optionalText(limits.group),
})
export type CreateUser = z.output<typeof CreateUser>

export const createUser = endpoint('POST', '/api/admin/users', {
  access: 'staff',
  summary: 'Creates a user and sends an invitation; 409 when the email address is taken',
  body: CreateUser,
  responses: { 201: AdminUser },
})

/** The names and the email address of a user, as staff change them. */
export const UserDetailsForm = CreateUser.pick({ email: true, firstName: true, lastName: true })
export type UserDetailsForm = z.output<typeof UserDetailsForm>

export const UpdateUser = UserDetailsForm.extend(expectedUpdatedAt)

export const updateUser = endpoint('PUT', '/api/admin/users/:userId', {
  access: 'staff',
  summary:
    "Sets a user's names and email address. Only admins can change an admin; a new address needs a step-up, and the previous one is notified; 409 when it is taken",
  params: userParams,
  body: UpdateUser,
  responses: { 200: AdminUser },
})

export const setUserRole = endpoint('PUT', '/api/admin/users/:userId/role', {
  access: 'staff',
  summary:
    "Changes a user's role. Only admins can grant or revoke admin, and nobody can change their own; 409 when someone else has changed it since",
  params: userParams,
  body: z.strictObject({ role, ...expectedUpdatedAt }),
  responses: { 200: AdminUser },
})

/** The group is required, because leaving it out must not remove a user from their group. */
const partnerGroup = z.union([requiredText(limits.group, 'Enter a group'), z.null()])

/** The group in a form, where an empty field means none. */
export const UserGroupForm = z.strictObject({ partnerGroup: optionalText(limits.group) })
export type UserGroupForm = z.output<typeof UserGroupForm>

export const setUserGroup = endpoint('PUT', '/api/admin/users/:userId/partner-group', {
  access: 'staff',
  byToken: true,
  summary:
    'Adds a user to a group, or removes them from it with null; 409 when someone else has changed it since',
  params: userParams,
  body: z.strictObject({ partnerGroup, ...expectedUpdatedAt }),
  responses: { 200: AdminUser },
})

export const disableUser = endpoint('POST', '/api/admin/users/:userId/disable', {
  access: 'admin',
  stepUp: true,
  summary: 'Disables a user, starting with their next request',
  params: userParams,
  responses: { 200: AdminUser },
})

export const enableUser = endpoint('POST', '/api/admin/users/:userId/enable', {
  access: 'admin',
  summary: 'Enables a user again',
  params: userParams,
  responses: { 200: AdminUser },
})

const userIds = z
  .array(id)
  .min(1, 'Select a user')
  .max(maxSelectedUsers, `Choose at most ${maxSelectedUsers} at a time`)

export const setGroupOfUsers = endpoint('PUT', '/api/admin/users/partner-group', {
  access: 'staff',
  byToken: true,
  summary: 'Adds several users to a group, all or none of them',
  body: z.strictObject({ userIds, partnerGroup }),
  responses: { 200: z.strictObject({ changed: z.number().int() }) },
})

export const inviteUsers = endpoint('POST', '/api/admin/users/invitations', {
  access: 'staff',
  summary: 'Resends the invitations of several users',
  body: z.strictObject({ userIds }),
  responses: {
    202: z.strictObject({
      queued: z.number().int(),
      /** The number of selected users who are disabled or have opted out. */
      skipped: z.number().int(),
      /** The number of selected users who have been sent all invitations of a day. */
      limited: z.number().int(),
    }),
  },
})

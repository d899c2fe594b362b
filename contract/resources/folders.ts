import { z } from 'zod'
import { assignedGroup, partnerIds } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { id, idParams, inputDate, isoDate, optionalLongText, requiredText } from '../fields.ts'
import { limits } from '../limits.ts'
import { paging } from '../paging.ts'
import { resourceCategories } from './categories.ts'
import { notifyFields } from './resources.ts'

export const ResourceFolder = z.strictObject({
  id,
  name: z.string(),
  description: z.string().nullable(),
  category: z.enum(resourceCategories),
  /** The number of files in the folder that the reader may see. */
  fileCount: z.number().int(),
  /** The member of staff who created the folder; null to partners. */
  createdBy: id.nullable(),
  createdAt: isoDate,
  updatedAt: isoDate,
})
export type ResourceFolder = z.input<typeof ResourceFolder>

export const listResourceFolders = endpoint('GET', '/api/resource-folders', {
  access: 'onboarded',
  byToken: true,
  summary: 'The folders, by name; for a partner, those with files for them',
  query: z.strictObject({ category: z.enum(resourceCategories).optional(), ...paging }),
  responses: { 200: z.array(ResourceFolder) },
})

const incomplete = 'Please fill in required fields.'

export const CreateResourceFolder = z.strictObject({
  name: requiredText(limits.name, incomplete),
  description: optionalLongText(limits.description),
  category: z.enum(resourceCategories, { error: incomplete }),
})

export const createResourceFolder = endpoint('POST', '/api/resource-folders', {
  access: 'staff',
  byToken: true,
  summary: 'Creates a folder',
  body: CreateResourceFolder,
  responses: { 201: ResourceFolder },
})

export const UpdateResourceFolder = z.strictObject({
  name: requiredText(limits.name, 'Folder name is required.'),
  description: optionalLongText(limits.description),
  /** The category to which the folder moves with all its files. If it is left out, they stay. */
  category: z.enum(resourceCategories).optional(),
})

export const updateResourceFolder = endpoint('PUT', '/api/resource-folders/:id', {
  access: 'staff',
  byToken: true,
  summary: 'Changes the name or description of a folder, or moves it with its files to another category',
  params: idParams,
  body: UpdateResourceFolder,
  responses: { 200: ResourceFolder },
})

export const deleteResourceFolder = endpoint('DELETE', '/api/resource-folders/:id', {
  access: 'staff',
  byToken: true,
  summary: 'Deletes a folder; its files become uncategorized',
  params: idParams,
  responses: { 204: z.void() },
})

/** How many files an action on a folder has changed. */
const changedFiles = { files: z.int() }

/** The partners and the group that are added to the audience of each file of a folder; everyone if there is neither. */
export const GiveResourceFolder = z.strictObject({
  assignedPartnerIds: partnerIds,
  assignedGroup,
  ...notifyFields,
})

export const giveResourceFolder = endpoint('POST', '/api/resource-folders/:id/audience', {
  access: 'staff',
  byToken: true,
  summary:
    'Adds partners and a group to the audience of all files of a folder. A file for another group or a view gets the partners who are in the new group now; 409 if one would have too many',
  params: idParams,
  body: GiveResourceFolder,
  responses: { 200: z.strictObject(changedFiles) },
})

export const withdrawResourceFolder = endpoint('POST', '/api/resource-folders/:id/withdraw', {
  access: 'staff',
  byToken: true,
  summary: 'Withdraws all files of a folder, so that only staff can see them',
  params: idParams,
  responses: { 200: z.strictObject({ ...changedFiles, withdrawnAt: isoDate }) },
})

export const restoreResourceFolder = endpoint('POST', '/api/resource-folders/:id/restore', {
  access: 'staff',
  byToken: true,
  summary: 'Restores the files of a folder that were withdrawn together at that time',
  params: idParams,
  body: z.strictObject({ withdrawnAt: inputDate }),
  responses: { 200: z.strictObject(changedFiles) },
})

/** Records the download of a folder in the first step. In the second, the client opens the zip. */
export const recordFolderDownload = endpoint('POST', '/api/resource-folders/:id/download', {
  access: 'onboarded',
  summary:
    'Records a download of each file in the folder that the caller may see; 409 while they download another zip',
  params: idParams,
  responses: { 204: z.void() },
})

export const getFolderZip = endpoint('GET', '/api/resource-folders/:id/zip', {
  access: 'onboarded',
  byToken: true,
  cost: 'export',
  summary: 'The files of a folder that the caller may see, as one zip',
  params: idParams,
  responses: {},
})

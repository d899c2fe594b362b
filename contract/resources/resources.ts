import { z } from 'zod'
import { assignedGroup, assignedViewId, partnerIds, shownViewId } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import {
  expectedUpdatedAt,
  id,
  idParams,
  isoDate,
  optionalLongText,
  optionalText,
  requiredText,
} from '../fields.ts'
import { FileType, filePath, fileSize, fileTypeInput } from '../files/file-fields.ts'
import { QuarantineVerdict } from '../files/quarantined-files.ts'
import { limits } from '../limits.ts'
import { paging } from '../paging.ts'
import { PartnerChoice } from '../partners/partners.ts'
import { flag } from '../query-values.ts'
import { resourceCategories } from './categories.ts'
import { resourceSorts } from './resource-sorts.ts'

const count = z.number().int()

export const Resource = z.strictObject({
  id,
  title: z.string(),
  description: z.string().nullable(),
  category: z.enum(resourceCategories),
  folderId: id.nullable(),
  /** The last part of the address `/objects/{filePath}`, which returns the current version. */
  filePath: z.string(),
  /** The name of the uploaded file, if it is known. */
  fileName: z.string().nullable(),
  fileType: FileType,
  /** The size in bytes. */
  fileSize: count,
  /** Whether there is a thumbnail at `/objects/{filePath}?thumbnail`. It is created some seconds after the upload. */
  hasThumbnail: z.boolean(),
  downloadCount: count,
  /** Whether the file is in the library; false once it is withdrawn, and only staff still see it. */
  isActive: z.boolean(),
  createdAt: isoDate,
  updatedAt: isoDate,
  /** This field and those below are for staff only. */
  uploadedBy: id.nullable().optional(),
  assignedPartnerIds: z.array(z.string()).optional(),
  assignedGroup: z.string().nullable().optional(),
  assignedViewId: shownViewId,
})
export type Resource = z.input<typeof Resource>

export const listResources = endpoint('GET', '/api/resources', {
  access: 'onboarded',
  byToken: true,
  cost: 'search',
  summary: 'The files that the caller may see',
  query: z.strictObject({
    category: z.enum(resourceCategories).optional(),
    /** The folder; `none` lists files without a folder. */
    folder: z.union([id, z.literal('none')]).optional(),
    /** Words of the title, description, folder and file name, which may be incomplete or have a typo. */
    search: optionalText(limits.name),
    /** The order; by default by title, and in a search by the best match. */
    sort: z.enum(resourceSorts).optional(),
    /** Whether to list the withdrawn files instead; for staff. */
    withdrawn: flag,
    ...paging,
  }),
  responses: { 200: z.array(Resource) },
})

export const getResource = endpoint('GET', '/api/resources/:id', {
  access: 'onboarded',
  byToken: true,
  summary: 'One file that the caller may see',
  params: idParams,
  responses: { 200: Resource },
})

const details = {
  title: requiredText(limits.name, 'Title is required'),
  description: optionalLongText(limits.description),
  category: z.enum(resourceCategories, { error: 'Category is required' }),
}

/** How an audience learns of files. */
export const notifyFields = {
  /** Whether the audience is notified, in the bell and by email. */
  notify: z.boolean().default(true),
  /** A line to the audience, which its notification and email show. */
  line: optionalLongText(limits.reminderLine),
}

const file = { filePath, fileType: fileTypeInput, fileSize }

/** A new file. It is for everyone if there is neither a partner nor a group, or else for these partners and the group. */
export const CreateResource = z.strictObject({
  ...details,
  folderId: id.nullable().default(null),
  ...file,
  assignedPartnerIds: partnerIds.default([]),
  assignedGroup: optionalText(limits.group),
  ...notifyFields,
  assignedViewId,
})

export const createResource = endpoint('POST', '/api/resources', {
  access: 'staff',
  byToken: true,
  summary: 'Adds a file that the caller has just uploaded to the library',
  body: CreateResource,
  responses: { 201: Resource },
})

/** A change of a file. The audience is required, because leaving it out must not open a file to everyone. */
export const UpdateResource = z.strictObject({
  ...details,
  /** The folder. If it is left out, the file stays in its folder. */
  folderId: id.nullable().optional(),
  assignedPartnerIds: partnerIds,
  assignedGroup,
  assignedViewId,
  ...expectedUpdatedAt,
})

export const updateResource = endpoint('PUT', '/api/resources/:id', {
  access: 'staff',
  byToken: true,
  summary: "Sets a file's details, folder and audience; 409 when someone else has changed it since",
  params: idParams,
  body: UpdateResource,
  responses: { 200: Resource },
})

export const deleteResource = endpoint('DELETE', '/api/resources/:id', {
  access: 'staff',
  byToken: true,
  summary: 'Withdraws a file, so that only staff can see it',
  params: idParams,
  responses: { 204: z.void() },
})

export const restoreResource = endpoint('POST', '/api/resources/:id/restore', {
  access: 'staff',
  byToken: true,
  summary: 'Restores a withdrawn file for its audience; does nothing when it is not withdrawn',
  params: idParams,
  responses: { 200: Resource },
})

export const ReplaceResourceFile = z.strictObject(file)

export const replaceResourceFile = endpoint('PUT', '/api/resources/:id/file', {
  access: 'staff',
  byToken: true,
  summary:
    'Makes a file that the caller has just uploaded the current version; the link and earlier versions stay',
  params: idParams,
  body: ReplaceResourceFile,
  responses: { 200: Resource },
})

const person = z.strictObject({
  id,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
})

export const ResourceVersion = z.strictObject({
  /** The id of the version, which can be downloaded as `/objects/{filePath}?download&version={id}`. */
  id,
  fileName: z.string().nullable(),
  fileType: FileType,
  fileSize: count,
  /** SHA-256 of the bytes, in hexadecimal. */
  sha256: z.string(),
  /** Why the version is quarantined; null if it can be downloaded. */
  held: QuarantineVerdict.nullable(),
  /** The user who uploaded the version; null once that user is deleted. */
  uploadedBy: person.nullable(),
  createdAt: isoDate,
})
export type ResourceVersion = z.input<typeof ResourceVersion>

export const listResourceVersions = endpoint('GET', '/api/resources/:id/versions', {
  access: 'staff',
  byToken: true,
  summary: 'The versions of a file, the current one first',
  params: idParams,
  query: z.strictObject(paging),
  responses: { 200: z.array(ResourceVersion) },
})

/** Records a download in the first step. In the second, the client opens `/objects/{filePath}`. */
export const recordDownload = endpoint('POST', '/api/resources/:id/download', {
  access: 'onboarded',
  summary: 'Records that the caller downloads a file',
  params: idParams,
  responses: { 200: z.strictObject({ downloadCount: count }) },
})

export const ResourceDownload = z.strictObject({
  id,
  downloadedAt: isoDate,
  /** The user who downloaded the file; null once that user is deleted. */
  user: person.nullable(),
  /** The user's partner; null for staff. */
  partner: z.strictObject({ id, fullName: z.string(), businessName: z.string() }).nullable(),
})
export type ResourceDownload = z.input<typeof ResourceDownload>

export const listResourceDownloads = endpoint('GET', '/api/resources/:id/downloads', {
  access: 'staff',
  byToken: true,
  summary: 'Who downloaded a file and when, latest first',
  params: idParams,
  query: z.strictObject(paging),
  responses: { 200: z.array(ResourceDownload) },
})

export const listNotDownloaded = endpoint('GET', '/api/resources/:id/not-downloaded', {
  access: 'staff',
  byToken: true,
  summary: 'The partners who see a file in the library and have not downloaded it, by name',
  params: idParams,
  query: z.strictObject(paging),
  responses: { 200: z.array(PartnerChoice) },
})

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, isoDate, partnerParams } from '../fields.ts'
import { FileType } from '../files/file-fields.ts'
import { paging } from '../paging.ts'
import { resourceCategories } from './categories.ts'

const file = {
  title: z.string(),
  category: z.enum(resourceCategories),
  fileType: FileType,
}

export const PartnerFile = z.strictObject({
  id,
  ...file,
  /** The audience of the file, which is why the partner sees it. */
  audience: z.enum(['everyone', 'group', 'partner']),
  updatedAt: isoDate,
  /** How often the partner has downloaded the file; `lastDownloadedAt` is the last time. */
  downloads: z.int(),
  lastDownloadedAt: isoDate.nullable(),
})
export type PartnerFile = z.input<typeof PartnerFile>

export const listPartnerFiles = endpoint('GET', '/api/admin/partners/:partnerId/files', {
  access: 'staff',
  byToken: true,
  summary: 'The files that a partner sees in the library, latest first',
  params: partnerParams,
  query: z.strictObject(paging),
  responses: { 200: z.array(PartnerFile) },
})

export const PartnerDownload = z.strictObject({
  id,
  resourceId: id,
  ...file,
  /** Whether the file is still in the library. */
  isActive: z.boolean(),
  downloadedAt: isoDate,
})
export type PartnerDownload = z.input<typeof PartnerDownload>

export const listPartnerDownloads = endpoint('GET', '/api/admin/partners/:partnerId/downloads', {
  access: 'staff',
  byToken: true,
  summary: 'What a partner has downloaded and when, latest first',
  params: partnerParams,
  query: z.strictObject(paging),
  responses: { 200: z.array(PartnerDownload) },
})

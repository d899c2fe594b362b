import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, idParams, inputDate, optionalText, requiredText } from '../fields.ts'
import { limits } from '../limits.ts'
import { flag } from '../query-values.ts'
import { filePath, fileSize, fileTypeInput, fileTypeNotAllowed } from './file-fields.ts'
import { fileTypeOf } from './file-types.ts'

export const UploadRequest = z
  .strictObject({
    fileName: optionalText(limits.fileName),
    fileType: fileTypeInput.optional(),
    fileSize: fileSize.optional(),
  })
  .refine(({ fileName, fileType }) => !fileName || fileType || fileTypeOf(fileName), {
    error: fileTypeNotAllowed,
    path: ['fileName'],
  })
  .refine(({ fileName, fileType }) => !fileName || !fileType || fileTypeOf(fileName) === fileType, {
    error: "The extension doesn't match the file type.",
    path: ['fileName'],
  })

/**
 * Starts an upload. The URL in the response accepts one PUT of the file's bytes, within 15 minutes, from this user only. The upload must
 * match the announced type (or else the extension of `fileName`) and size. If there is a type, the `Content-Type` of the PUT must be
 * `contentTypeOf(type)`. The URL is a path of this origin, or an address of the bucket.
 */
export const requestUpload = endpoint('POST', '/api/objects/upload', {
  access: 'staff',
  byToken: true,
  cost: 'upload',
  summary: 'A one-time address for uploading a file',
  body: UploadRequest.prefault({}),
  responses: { 201: z.strictObject({ uploadURL: z.string() }) },
})

/** Receives the bytes in the second step, if files are stored on the portal's own disk. */
export const receiveUpload = endpoint('PUT', '/api/objects/upload/:id', {
  access: 'staff',
  byToken: true,
  cost: 'upload',
  summary:
    'Receives the bytes of a file; 413 for more than was announced or allowed, 409 when they have already arrived',
  params: idParams,
  responses: { 204: z.void() },
})

/** Registers the upload in the third step. */
export const registerUpload = endpoint('PUT', '/api/resources/upload', {
  access: 'staff',
  byToken: true,
  cost: 'upload',
  summary:
    'Checks an uploaded file; 415 when its content does not match its type or a picture has too many pixels, 413 when it is too large, 409 when it has expired or is being checked',
  body: z.strictObject({
    /** The `uploadURL` of the first step, with or without its query. */
    resourceURL: requiredText(limits.url, 'Upload address is required'),
  }),
  responses: { 200: z.strictObject({ objectPath: filePath }) },
})

export const getFile = endpoint('GET', '/objects/:filePath', {
  access: 'signed-in',
  byToken: true,
  summary:
    "The bytes of a file that the caller may see; accepts ranges (206, 416 for one that the file does not have); 304 for a known ETag, 302 where files are in a bucket, 409 until it passes the virus check. 403 before onboarding is completed, except for files of the caller's own agreements",
  params: z.strictObject({ filePath }),
  query: z.strictObject({
    /** Whether the browser saves the file instead of showing it. */
    download: flag,
    /** Whether to return the thumbnail of a picture, a small WebP; 404 if there is none. */
    thumbnail: flag,
    /** The id of an earlier version, for staff. */
    version: id.optional(),
    /** When the file last changed. The server ignores this value; it only separates versions in a browser's cache. */
    at: inputDate.optional(),
  }),
  responses: {},
})

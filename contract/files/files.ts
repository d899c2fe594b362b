import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, idParams, inputDate, limits, optionalText, requiredText } from '../fields.ts'
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
    error: 'The file name ends like another file type.',
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
  summary: 'A one-off address to which a file can be uploaded',
  body: UploadRequest.prefault({}),
  responses: { 201: z.strictObject({ uploadURL: z.string() }) },
})

/** Receives the bytes in the second step, if files are stored on the portal's own disk. */
export const receiveUpload = endpoint('PUT', '/api/objects/upload/:id', {
  access: 'staff',
  byToken: true,
  cost: 'upload',
  summary:
    'Receives the bytes of a file: 413 for more than was announced or allowed, 409 when it has them already',
  params: idParams,
  responses: { 204: z.void() },
})

/** Registers the upload in the third step. */
export const registerUpload = endpoint('PUT', '/api/resources/upload', {
  access: 'staff',
  byToken: true,
  cost: 'upload',
  summary:
    'Checks what has been uploaded: 415 when its bytes do not match its type or a picture has too many pixels, 413 when it is too large, 409 when it has expired or is being checked',
  body: z.strictObject({
    /** The `uploadURL` of the first step, with or without its query. */
    resourceURL: requiredText(limits.url, 'The address of the upload is required'),
  }),
  responses: { 200: z.strictObject({ objectPath: filePath }) },
})

export const getFile = endpoint('GET', '/objects/:filePath', {
  access: 'signed-in',
  byToken: true,
  summary:
    'The bytes of a file that the caller may see; takes ranges (206, 416 for one that it does not have), answers 304 to a known ETag and, where files are in a bucket, 302; 409 while the virus check holds it. Before onboarding is completed only those of own agreements: 403 for all others',
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

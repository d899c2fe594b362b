import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idParams, requiredText } from '../fields.ts'
import { filePath, fileSize, fileTypeNotAllowed } from '../files/file-fields.ts'
import { fileTypeOf } from '../files/file-types.ts'
import { ThumbnailState } from '../files/thumbnails.ts'
import { limits } from '../limits.ts'
import { flag } from '../query-values.ts'

/**
 * Starts sending a file in the chat; uploading works as for resource files (see `files.ts`). The returned address accepts one PUT of the
 * bytes, for this name and size.
 */
export const requestChatUpload = endpoint('POST', '/api/chat/uploads', {
  access: 'signed-in',
  cost: 'upload',
  summary: 'A one-time address for uploading a file for the chat; 413 for more than 10 MB',
  body: z.strictObject({
    fileName: requiredText(limits.fileName, 'A file name is required').refine(
      (name) => fileTypeOf(name) !== null,
      fileTypeNotAllowed,
    ),
    fileSize,
  }),
  responses: { 201: z.strictObject({ uploadURL: z.string() }) },
})

/** Receives the bytes in the second step, if files are stored on the portal's own disk. */
export const receiveChatUpload = endpoint('PUT', '/api/chat/uploads/:id', {
  access: 'signed-in',
  cost: 'upload',
  summary:
    'Receives the bytes of a chat file; 413 for more than was announced, 409 when they have already arrived',
  params: idParams,
  responses: { 204: z.void() },
})

/** Registers the upload in the third step. The client sends the response with the message: `file: { filePath }`. */
export const registerChatUpload = endpoint('PUT', '/api/chat/uploads', {
  access: 'signed-in',
  cost: 'upload',
  summary:
    'Checks an uploaded file; 415 when its content does not match its extension or a picture has too many pixels, 409 when it has expired or is being checked',
  body: z.strictObject({ resourceURL: requiredText(limits.url, 'Upload address is required') }),
  responses: { 200: z.strictObject({ filePath }) },
})

export const getChatFile = endpoint('GET', '/api/chat/files/:filePath', {
  access: 'signed-in',
  summary:
    'The bytes of a sent file, for its partner and for staff; accepts ranges (206, 416 for one that the file does not have); 304 for a known ETag, 302 where files are in a bucket',
  params: z.strictObject({ filePath }),
  query: z.strictObject({
    /** Whether the browser saves the file instead of showing it. */
    download: flag,
    /** Whether to return the thumbnail of a picture, a small WebP; 404 if there is none. */
    thumbnail: flag,
  }),
  responses: {},
})

export const getChatThumbnail = endpoint('GET', '/api/chat/files/:filePath/thumbnail', {
  access: 'signed-in',
  summary: 'Whether the thumbnail of a sent picture is ready',
  params: z.strictObject({ filePath }),
  responses: { 200: z.strictObject({ thumbnail: ThumbnailState }) },
})

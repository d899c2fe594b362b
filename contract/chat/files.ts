import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idParams, limits, requiredText } from '../fields.ts'
import { filePath, fileSize, fileTypeNotAllowed, flag } from '../files/file-fields.ts'
import { fileTypeOf } from '../files/file-types.ts'
import { ThumbnailState } from '../files/thumbnails.ts'

/**
 * The first step of sending a file in the chat, as resource files are uploaded (see `files.ts`): the address accepts one PUT of the
 * bytes, for this name and size.
 */
export const requestChatUpload = endpoint({
  method: 'POST',
  path: '/api/chat/uploads',
  access: 'signed-in',
  cost: 'upload',
  summary: 'A one-time address to upload a file for the chat to; 413 for more than 10 MB',
  body: z.strictObject({
    fileName: requiredText(limits.fileName, 'A file name is required').refine(
      (name) => fileTypeOf(name) !== null,
      fileTypeNotAllowed,
    ),
    fileSize,
  }),
  answers: { 201: z.strictObject({ uploadURL: z.string() }) },
})

/** The second step, where files are stored on the portal's own disk. */
export const receiveChatUpload = endpoint({
  method: 'PUT',
  path: '/api/chat/uploads/:id',
  access: 'signed-in',
  cost: 'upload',
  summary: 'Receives the bytes of a file for the chat',
  params: idParams,
  answers: { 204: z.void() },
})

/** The third step. Its answer is sent with the message: `file: { filePath }`. */
export const registerChatUpload = endpoint({
  method: 'PUT',
  path: '/api/chat/uploads',
  access: 'signed-in',
  cost: 'upload',
  summary:
    'Checks an uploaded file: 415 when its content does not match its ending or a picture has too many pixels',
  body: z.strictObject({ resourceURL: requiredText(limits.url, 'The address of the upload is required') }),
  answers: { 200: z.strictObject({ filePath }) },
})

export const getChatFile = endpoint({
  method: 'GET',
  path: '/api/chat/files/:filePath',
  access: 'signed-in',
  summary: 'The bytes of a sent file, for its partner and for staff; accepts ranges',
  params: z.strictObject({ filePath }),
  query: z.strictObject({
    /** Saved instead of shown. */
    download: flag,
    /** A small WebP of a picture; 404 when there is none. */
    thumbnail: flag,
  }),
  answers: {},
})

export const getChatThumbnail = endpoint({
  method: 'GET',
  path: '/api/chat/files/:filePath/thumbnail',
  access: 'signed-in',
  summary: 'Whether a sent picture has its thumbnail by now',
  params: z.strictObject({ filePath }),
  answers: { 200: z.strictObject({ thumbnail: ThumbnailState }) },
})

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idParams, limits, requiredText } from '../fields.ts'
import { filePath, fileSize, fileTypeNotAllowed } from '../files/file-fields.ts'
import { fileTypeOf } from '../files/file-types.ts'

/**
 * The first step of sending a file in the chat, by a partner or by staff, as resource files are uploaded (see objects.ts): the
 * address takes one PUT of the bytes. Name and size are bound to it. At most 10 MB.
 */
export const requestChatUpload = endpoint({
  method: 'POST',
  path: '/api/chat/uploads',
  access: 'signed-in',
  summary: 'A one-off address to which a file for the chat can be uploaded; 413 for more than 10 MB',
  body: z.strictObject({
    fileName: requiredText(limits.fileName, 'A file name is required').refine(
      (name) => fileTypeOf(name) !== null,
      fileTypeNotAllowed,
    ),
    fileSize,
  }),
  answers: { 201: z.strictObject({ uploadURL: z.string() }) },
})

/** The second step, where files are kept on the portal's own disk. */
export const receiveChatUpload = endpoint({
  method: 'PUT',
  path: '/api/chat/uploads/:id',
  access: 'signed-in',
  summary: 'Takes the bytes of a file for the chat',
  params: idParams,
  answers: { 204: z.void() },
})

/** The third step. What it answers goes into the frame that says something: `file: { filePath }`. */
export const registerChatUpload = endpoint({
  method: 'PUT',
  path: '/api/chat/uploads',
  access: 'signed-in',
  summary: 'Checks what has been uploaded: 415 when it is not what its ending says',
  body: z.strictObject({ resourceURL: requiredText(limits.url, 'The address of the upload is required') }),
  answers: { 200: z.strictObject({ filePath }) },
})

export const getChatFile = endpoint({
  method: 'GET',
  path: '/api/chat/files/:filePath',
  access: 'signed-in',
  summary: 'The bytes of a file that was sent, for its partner and for staff; takes ranges',
  params: z.strictObject({ filePath }),
  query: z.strictObject({
    /** To be saved, not shown. */
    download: z.enum(['', '1', 'true']).optional(),
  }),
  answers: {},
})

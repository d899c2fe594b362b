import { z } from 'zod'
import { requiredText } from '../fields.ts'
import { limits } from '../limits.ts'
import { fileTypeOf, fileTypes } from './file-types.ts'

export const fileTypeNotAllowed = 'This kind of file is not allowed.'

export const FileType = z.enum(fileTypes)

/** The type of a file as clients send it: its extension in any case. */
export const fileTypeInput = z
  .string({ error: fileTypeNotAllowed })
  .toLowerCase()
  .pipe(z.enum(fileTypes, { error: fileTypeNotAllowed }))

/** The size of a file in bytes. A file larger than `maxFileSize` is refused with 413. */
export const fileSize = z.number().int().nonnegative()

/** The last part of a file's address, `/objects/{filePath}`. It is random, and the same for each version of the file. */
export const filePath = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/, 'Not a valid file path')

/** A file that a partner is about to upload, for an address that accepts just this file. */
export const announcedFile = z.strictObject({
  fileName: requiredText(limits.fileName, 'A file name is required').refine(
    (name) => fileTypeOf(name) !== null,
    fileTypeNotAllowed,
  ),
  fileSize,
})

import { call } from '#client/lib/api.ts'
import { fileTypeOf, maxFileSize } from '#contract/files/file-types.ts'
import { registerUpload, requestUpload } from '#contract/files/files.ts'

/** Where files go, and how large they may be there. */
export interface UploadPlace {
  /** Bytes. */
  maxFileSize: number
  /** Answers the address that takes the bytes, once. */
  request: (file: { fileName: string; fileSize: number }) => Promise<string>
  /** Has what was uploaded there checked, and answers the path under which it is known from then on. */
  register: (uploadURL: string) => Promise<string>
}

/** For files of resources and of tasks. */
export const library: UploadPlace = {
  maxFileSize,
  request: async ({ fileName, fileSize }) => {
    const body = { fileName, fileType: fileTypeOf(fileName) ?? undefined, fileSize }
    return (await call(requestUpload, { body })).uploadURL
  },
  register: async (resourceURL) => (await call(registerUpload, { body: { resourceURL } })).objectPath,
}

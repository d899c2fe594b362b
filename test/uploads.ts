import { contentTypeOf, type FileType } from '#contract/files/file-types.ts'
import type { Browser } from './browser.ts'

export interface UploadedFile {
  filePath: string
  fileType: FileType
  fileSize: number
}

/** Requests an upload URL, of the portal or of a bucket, uploads the bytes and returns the URL. */
export const putFile = async (browser: Browser, type: FileType, bytes: Buffer, fileName?: string) => {
  const asked = await browser.post('/api/objects/upload', {
    fileType: type,
    fileSize: bytes.length,
    ...(fileName && { fileName }),
  })
  const { uploadURL } = asked.json()
  const headers = { 'content-type': contentTypeOf(type) }
  const status = uploadURL.startsWith('/')
    ? (await browser.put(uploadURL, bytes, headers)).statusCode
    : (await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(bytes), headers })).status
  if (status >= 300) throw new Error(`the upload was answered ${status}`)
  return uploadURL as string
}

/** Uploads and registers a file, from which a resource can be created. */
export const uploadFile = async (
  browser: Browser,
  type: FileType,
  bytes: Buffer,
  fileName?: string,
): Promise<UploadedFile> => {
  const resourceURL = await putFile(browser, type, bytes, fileName)
  const registered = await browser.put('/api/resources/upload', { resourceURL })
  if (registered.statusCode !== 200) throw new Error(`registering was answered ${registered.body}`)
  return { filePath: registered.json().objectPath, fileType: type, fileSize: bytes.length }
}

/** Uploads a file and creates a resource from it. */
export const uploadResource = async (
  browser: Browser,
  type: FileType,
  bytes: Buffer,
  details: Record<string, unknown> = {},
) => {
  const file = await uploadFile(browser, type, bytes, `sample.${type}`)
  const created = await browser.post('/api/resources', {
    title: `Sample ${type}`,
    category: 'creative',
    folderId: null,
    ...file,
    ...details,
  })
  if (created.statusCode !== 201) throw new Error(`creating was answered ${created.body}`)
  return created.json()
}

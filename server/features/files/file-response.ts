import { contentTypeOf, type FileType, previewOf } from '#contract/files/file-types.ts'
import type { StoredFile } from '#server/features/resources/data.ts'
import { notFound } from '#server/http/app-error.ts'
import { fileKey, thumbnailKey } from '#server/storage/object-keys.ts'
import type { Bucket } from '#server/storage/object-store.ts'
import { contentDisposition, downloadName } from './file-name.ts'
import type { FileResponse } from './send-file.ts'

// A browser follows at once. What the address opens must not stay open for whoever finds it in a log.
const downloadUrlSeconds = 60

const staticPolicy =
  "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; frame-ancestors 'self'"
// The browser's own viewers are part of the page for these policies: a sandbox would keep them out.
const viewerPolicy =
  "default-src 'none'; media-src 'self'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** What a browser may do with a file that is opened as a page: show it, and run nothing that is in it. */
const policyOf = (type: FileType) => {
  const preview = previewOf(type)
  return preview === 'pdf' || preview === 'video' || preview === 'audio'
    ? viewerPolicy
    : `sandbox; ${staticPolicy}`
}

const typeHeader = (type: FileType) =>
  previewOf(type) === 'text' ? `${contentTypeOf(type)}; charset=utf-8` : contentTypeOf(type)

const dispositionOf = (file: StoredFile, kind: 'inline' | 'attachment') =>
  contentDisposition(kind, downloadName(file.title, file.fileType))

/** A file as it is sent: shown by the browser where it can and unless it is to be saved. */
export const fileResponse = (file: StoredFile, download: boolean): FileResponse => ({
  key: fileKey(file.objectKey),
  size: file.fileSize,
  etag: file.sha256,
  contentType: typeHeader(file.fileType),
  disposition: dispositionOf(file, download || previewOf(file.fileType) === null ? 'attachment' : 'inline'),
  policy: policyOf(file.fileType),
})

/** @throws AppError `not_found` when it has none */
export const thumbnailResponse = (file: StoredFile): FileResponse => {
  if (file.thumbnailSize === null) throw notFound()
  return {
    key: thumbnailKey(file.objectKey),
    size: file.thumbnailSize,
    etag: `${file.sha256}-thumbnail`,
    contentType: 'image/webp',
    disposition: 'inline',
    policy: `sandbox; ${staticPolicy}`,
  }
}

/** Where a file is saved from when a bucket keeps it. */
export const bucketDownloadUrl = (bucket: Bucket, file: StoredFile) =>
  bucket.signDownloadUrl(
    fileKey(file.objectKey),
    { contentType: typeHeader(file.fileType), disposition: dispositionOf(file, 'attachment') },
    downloadUrlSeconds,
  )

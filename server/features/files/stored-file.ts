import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentTypeOf, type FileType, previewOf } from '#contract/files/file-types.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/http/app-error.ts'
import { fileKey, previewKey, thumbnailKey } from '#server/storage/object-keys.ts'
import { downloadName } from './file-name.ts'
import type { StoredFile } from './file-owner.ts'
import { ensureHeicPreview, isHeic } from './heic/heic-preview.ts'
import { requireClean } from './scans/clean-files.ts'
import { sendFile } from './send-file.ts'

type ServeDeps = Pick<Deps, 'db' | 'settings' | 'store'>

// A browser follows the redirect at once; a URL found in a log later must not work.
const downloadUrlSeconds = 60

const staticPolicy =
  "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
// For these policies, the browser's own viewers are part of the page, and a sandbox would block them.
const viewerPolicy =
  "default-src 'none'; media-src 'self'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/** The content security policy of a file that is opened as a page: it is shown, and nothing in it runs. */
const policyOf = (type: FileType) => {
  const preview = previewOf(type)
  return preview === 'pdf' || preview === 'video' || preview === 'audio'
    ? viewerPolicy
    : `sandbox; ${staticPolicy}`
}

// The header of a drawing needs no charset: its check ensured that it declares its encoding itself or is in UTF-8.
const typeHeader = (type: FileType) =>
  previewOf(type) === 'text' ? `${contentTypeOf(type)}; charset=utf-8` : contentTypeOf(type)

const dispositionOf = (file: StoredFile, type: 'inline' | 'attachment') =>
  contentDisposition(downloadName(file.title, file.fileType), { type })

/**
 * Sends a file, to show in the browser if possible, or as a download. If there is a bucket, redirects downloads to it.
 * @throws AppError unless the virus scanner has found the file clean
 */
export const sendStoredFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  deps: ServeDeps,
  file: StoredFile,
  isDownload: boolean,
) => {
  await requireClean(deps, file.objectKey)
  const { store } = deps
  const contentType = typeHeader(file.fileType)
  const key = fileKey(file.objectKey)
  if (isDownload && store.bucket && request.method === 'GET') {
    const headers = { contentType, disposition: dispositionOf(file, 'attachment') }
    return reply.redirect(await store.bucket.signDownloadUrl(key, headers, downloadUrlSeconds))
  }
  if (!isDownload && isHeic(file.fileType)) return sendHeicPreview(request, reply, deps, file)
  return sendFile(request, reply, store, {
    key,
    size: file.fileSize,
    etag: file.sha256,
    contentType,
    disposition: dispositionOf(
      file,
      isDownload || previewOf(file.fileType) === null ? 'attachment' : 'inline',
    ),
    policy: policyOf(file.fileType),
  })
}

/** Sends a photo from an iPhone as a JPEG, which every browser can read. @throws AppError `not_found` when it cannot be read */
const sendHeicPreview = async (
  request: FastifyRequest,
  reply: FastifyReply,
  deps: ServeDeps,
  file: StoredFile,
) => {
  const size = await ensureHeicPreview(deps, file.objectKey)
  if (size === 0) throw notFound()
  return sendFile(request, reply, deps.store, {
    key: previewKey(file.objectKey),
    size,
    etag: `${file.sha256}-preview`,
    contentType: contentTypeOf('jpg'),
    disposition: contentDisposition(downloadName(file.title, 'jpg'), { type: 'inline' }),
    policy: policyOf(file.fileType),
  })
}

/** Sends the thumbnail of a file. @throws AppError `not_found` when the file has none */
export const sendThumbnail = async (
  request: FastifyRequest,
  reply: FastifyReply,
  deps: ServeDeps,
  file: StoredFile,
) => {
  await requireClean(deps, file.objectKey)
  if (!file.thumbnailSize) throw notFound()
  return sendFile(request, reply, deps.store, {
    key: thumbnailKey(file.objectKey),
    size: file.thumbnailSize,
    etag: `${file.sha256}-thumbnail`,
    contentType: 'image/webp',
    disposition: 'inline',
    policy: `sandbox; ${staticPolicy}`,
  })
}

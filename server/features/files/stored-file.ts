import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentTypeOf, type FileType, previewOf } from '#contract/files/file-types.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/http/app-error.ts'
import { fileKey, thumbnailKey } from '#server/storage/object-keys.ts'
import { downloadName } from './file-name.ts'
import type { StoredFile } from './file-owner.ts'
import { requireClean } from './scans/clean-files.ts'
import { sendFile } from './send-file.ts'

type ServeDeps = Pick<Deps, 'db' | 'settings' | 'store'>

// A browser follows the redirect at once; a URL found in a log later must not work.
const downloadUrlSeconds = 60

const staticPolicy =
  "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
// The browser's own viewers are part of the page for these policies: a sandbox would block them.
const viewerPolicy =
  "default-src 'none'; media-src 'self'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/** The content security policy of a file that is opened as a page: it is shown, and nothing in it runs. */
const policyOf = (type: FileType) => {
  const preview = previewOf(type)
  return preview === 'pdf' || preview === 'video' || preview === 'audio'
    ? viewerPolicy
    : `sandbox; ${staticPolicy}`
}

const typeHeader = (type: FileType) =>
  previewOf(type) === 'text' || type === 'svg' ? `${contentTypeOf(type)}; charset=utf-8` : contentTypeOf(type)

const dispositionOf = (file: StoredFile, type: 'inline' | 'attachment') =>
  contentDisposition(downloadName(file.title, file.fileType), { type })

/**
 * Answers with a file, shown by the browser where it can be and unless it is a download. A bucket serves downloads itself, by
 * redirect.
 * @throws AppError while the virus scanner has not found it clean
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

/** @throws AppError `not_found` when the file has none */
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

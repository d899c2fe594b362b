import Uppy from '@uppy/core'
import XHRUpload from '@uppy/xhr-upload'
import { ApiError, call } from '#client/lib/api.ts'
import { signInAgain } from '#client/lib/sign-in-again.ts'
import { withTabChoice } from '#client/lib/tab-choice.ts'
import { contentTypeOf, type FileType, fileTypeOf } from '#contract/files/file-types.ts'
import { titleOf } from './chosen-file.ts'
import { explainSendFailure } from './storage-failure.ts'
import { failureOf, type Upload, type UploadFailure, type UploadStep } from './upload.ts'

/** The endpoints for one kind of upload. The bytes themselves may go to the bucket. */
export interface UploadPlace {
  /** Returns an address that accepts the bytes once. */
  request: (file: { fileName: string; fileSize: number }) => Promise<string>
  /** Makes the server check the uploaded bytes, and returns the path of the stored file. */
  register: (uploadURL: string) => Promise<string>
}

/** Makes the server check what a partner has uploaded as a proof, as evidence or as an invoice, and returns the path of the stored file. */
export const registerProof: UploadPlace['register'] = async (uploadURL) =>
  (await call('PUT /api/task-proofs/upload', { body: { resourceURL: uploadURL } })).filePath

/** The default place, for files of resources and tasks. */
const library: UploadPlace = {
  request: async (body) => (await call('POST /api/objects/upload', { body })).uploadURL,
  register: async (uploadURL) =>
    (await call('PUT /api/resources/upload', { body: { resourceURL: uploadURL } })).objectPath,
}

type UploadMeta = Pick<Upload, 'title' | 'stage' | 'failure' | 'filePath'> & {
  /** The position of a file in the list, which stays the same when the upload starts again. */
  order: number
  /** A unique path. Uppy includes it in the file's id, so a file that is added again differs from an earlier attempt that still runs. */
  relativePath: string
  /** The error that prevented sending the bytes. */
  error: unknown
  /** The address that the bytes were sent to. */
  uploadURL: string
}
type NoBody = Record<string, never>
type Files = ReturnType<Uppy<UploadMeta, NoBody>['getState']>['files']

export interface UploadedFile {
  filePath: string
  fileType: FileType
  fileSize: number
}

/** Puts an uploaded file to use, for example by creating a resource. */
export type UseFile = (file: UploadedFile, title: string) => Promise<unknown>

export type Outcome = 'done' | 'stopped' | UploadFailure

// More concurrent uploads would share the same bandwidth, and each would finish later.
const atOnce = 2

const stopped = new Error('the upload was stopped')
const silent = () => {}

const isSame = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

// The cast is safe because files of other types are refused when they are chosen.
const typeOf = (fileName: string) => fileTypeOf(fileName) as FileType

const uploadsOf = (files: Files): Upload[] =>
  Object.values(files)
    .sort((one, other) => one.meta.order - other.meta.order)
    .map(({ id, name, size, meta: { title, stage, failure, filePath }, progress }) => ({
      id,
      title,
      fileName: name,
      fileType: typeOf(name),
      fileSize: size ?? 0,
      sentBytes: progress.bytesUploaded || 0,
      stage,
      failure,
      filePath,
    }))

/**
 * Uploads files to the portal or its bucket, registers them and puts them to use. The state of each file is in Uppy's
 * store.
 */
export const createUploader = (place: UploadPlace = library) => {
  // Uppy's logger is silenced because each failure is shown next to its file.
  const uppy = new Uppy<UploadMeta, NoBody>({ logger: { debug: silent, warn: silent, error: silent } })
  let shown: { files: Files; uploads: Upload[] } = { files: {}, uploads: [] }
  let added = 0

  const mark = (id: string, change: Partial<UploadMeta>) => uppy.setFileMeta(id, change as UploadMeta)

  /** @throws stopped when the file was removed in the meantime */
  const fileOf = (id: string) => {
    const file = uppy.getFile(id)
    if (!file) throw stopped
    return file
  }

  uppy.on('upload-error', (file, error) => file && mark(file.id, { error }))

  /** Requests a new address. Each attempt does so when its turn comes, since an address is valid only once and only briefly. */
  const newAddress = async (id: string) => {
    const { name, size } = fileOf(id)
    mark(id, { stage: 'sending' })
    try {
      const uploadURL = await place.request({ fileName: name, fileSize: size ?? 0 })
      mark(id, { uploadURL })
      // The bucket accepts no further parameter.
      return uploadURL.startsWith('/') ? withTabChoice(uploadURL) : uploadURL
    } catch (error) {
      // Uppy emits `upload-error` only for its own requests, so this failure is recorded here.
      mark(id, { error })
      throw error
    }
  }

  /** Waits until `work` ends or the file is removed. Uppy alone would wait for the address even of a removed file. */
  const untilRemoved = async (id: string, work: Promise<unknown>) => {
    const { promise: removed, resolve } = Promise.withResolvers<void>()
    const handleRemoved = (file: { id: string }) => file.id === id && resolve()
    uppy.on('file-removed', handleRemoved)
    try {
      await Promise.race([work, removed])
    } finally {
      uppy.off('file-removed', handleRemoved)
    }
  }

  const send = async (id: string) => {
    mark(id, { stage: 'waiting', failure: null, error: null, filePath: null, uploadURL: '' })
    // Each file is a separate upload, so that it can fail, stop and retry independently.
    await untilRemoved(id, uppy.retryUpload(id))
    const { meta, progress } = fileOf(id)
    if (meta.error) throw await explainSendFailure(meta.error, meta.uploadURL, progress.bytesUploaded || 0)
  }

  const run = async (id: string, use: UseFile): Promise<Outcome> => {
    let step: UploadStep = 'send'
    try {
      if (!fileOf(id).progress.uploadComplete) await send(id)
      mark(id, { stage: 'checking', failure: null })
      step = 'register'
      const { name, size, meta } = fileOf(id)
      const filePath = meta.filePath ?? (await place.register(meta.uploadURL))
      mark(id, { filePath })
      step = 'use'
      await use({ filePath, fileType: typeOf(name), fileSize: size ?? 0 }, fileOf(id).meta.title)
      mark(id, { stage: 'done' })
      return 'done'
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) signInAgain()
      const file = uppy.getFile(id)
      if (!file) return 'stopped'
      const failure = failureOf(step, error)
      mark(id, { stage: 'failed', failure })
      if (failure.mustSendAgain) {
        // Uppy does not send a completed file again.
        uppy.setFileState(id, { progress: { ...file.progress, uploadComplete: false } })
      }
      return failure
    }
  }

  const add = (file: File, title = titleOf(file.name), order = added) => {
    added += 1
    const meta = { title, order, relativePath: `${added}`, stage: 'chosen', failure: null } as const
    return uppy.addFile({
      name: file.name,
      type: file.type,
      data: file,
      meta: { ...meta, error: null, uploadURL: '', filePath: null },
    })
  }

  return {
    /** Starts the uploader; the returned function stops all uploads and discards them. */
    open: () => {
      uppy.use(XHRUpload, {
        endpoint: (file) => newAddress(Array.isArray(file) ? '' : file.id),
        method: 'PUT',
        formData: false,
        headers: ({ name }) => ({ 'content-type': contentTypeOf(typeOf(name)) }),
        limit: atOnce,
        // The server limits how long an upload may take.
        timeout: 0,
        shouldRetry: () => false,
        onAfterResponse: ({ status, responseText }) => {
          if (status >= 400) throw new ApiError(status, responseText)
        },
        getResponseData: () => ({}),
      })
      return () => uppy.destroy()
    },
    subscribe: (listener: () => void) => uppy.store.subscribe(listener),
    /** Returns all files, in the order in which they were added. */
    read: (): Upload[] => {
      const { files } = uppy.getState()
      if (files !== shown.files) shown = { files, uploads: uploadsOf(files) }
      return shown.uploads
    },

    /** Adds a file and returns its id; null if the file is already in the list. */
    add: (file: File) => (uppy.getFiles().some(({ data }) => isSame(data as File, file)) ? null : add(file)),
    remove: (id: string) => uppy.removeFile(id),
    clear: () => uppy.cancelAll(),
    /** Stops the upload of a file and returns the file to the stage `chosen`. */
    stop: (id: string) => {
      const { data, meta } = uppy.getFile(id)
      uppy.removeFile(id)
      add(data as File, meta.title, meta.order)
    },
    rename: (id: string, title: string) => mark(id, { title }),
    /** Runs the uploads. Resolves to the outcomes, in the order of the ids. Never rejects. */
    run: (ids: string[], use: UseFile) => Promise.all(ids.map((id) => run(id, use))),
  }
}

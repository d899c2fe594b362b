import Uppy from '@uppy/core'
import XHRUpload from '@uppy/xhr-upload'
import { ApiError } from '#client/lib/api.ts'
import { signInAgain } from '#client/lib/sign-in-again.ts'
import { contentTypeOf, type FileType, fileTypeOf } from '#contract/files/file-types.ts'
import { acceptedEndings, titleOf } from './chosen-file.ts'
import { failureOf, type UploadFailure, type UploadStep } from './upload-failure.ts'
import { library, type UploadPlace } from './upload-place.ts'

/** `waiting` for its turn; `checking` until the portal has looked at the bytes and taken the file into use. */
export type UploadStage = 'chosen' | 'waiting' | 'sending' | 'checking' | 'done' | 'failed'

type UploadMeta = {
  title: string
  stage: UploadStage
  /** The place of a file in the list, which stays the same when its upload begins again. */
  order: number
  failure: UploadFailure | null
  /** Where the server stores the bytes, once it has checked them. */
  filePath: string | null
}
type NoBody = Record<string, never>
export type Files = ReturnType<Uppy<UploadMeta, NoBody>['getState']>['files']

export interface UploadedFile {
  filePath: string
  fileType: FileType
  fileSize: number
}

/** Takes an uploaded file into use, such as by making a resource of it. */
export type UseFile = (file: UploadedFile, title: string) => Promise<unknown>

export type Outcome = 'done' | 'stopped' | UploadFailure

// More uploads at once would share the same bandwidth, and each would finish later.
const atOnce = 2

const stopped = new Error('the upload was stopped')
const silent = () => {}

/**
 * Uploads files to the portal or its bucket, registers them and puts them to use. The state of each file is in Uppy's
 * store.
 */
export const createUploader = (maxFiles: number | null, place: UploadPlace = library) => {
  const uppy = new Uppy<UploadMeta, NoBody>({
    autoProceed: false,
    restrictions: {
      maxFileSize: place.maxFileSize,
      maxNumberOfFiles: maxFiles,
      allowedFileTypes: acceptedEndings,
    },
    // Each failure shows beside its file.
    logger: { debug: silent, warn: silent, error: silent },
  })
  const addresses = new Map<string, string>()
  const sending = new Map<string, PromiseWithResolvers<void>>()
  let lastOrder = 0

  const mark = (id: string, change: Partial<UploadMeta>) => {
    const { meta } = uppy.getFile(id)
    uppy.setFileMeta(id, { ...meta, ...change })
  }

  const finishUpload = (id: string, error?: unknown) => {
    const { resolve, reject } = sending.get(id) ?? {}
    sending.delete(id)
    if (error === undefined) resolve?.()
    else reject?.(error)
  }
  uppy.on('upload-success', (file) => file && finishUpload(file.id))
  uppy.on('file-removed', (file) => finishUpload(file.id, stopped))
  uppy.on('upload-error', (file, error, answer) => {
    const request = answer as unknown as XMLHttpRequest | undefined
    if (file)
      finishUpload(file.id, request?.status ? new ApiError(request.status, request.responseText) : error)
  })

  /** Each attempt requests a new address, since an address is valid for one upload. */
  const newAddress = async (id: string) => {
    const file = uppy.getFile(id)
    const sent = sending.get(id)
    if (!file || !sent) throw stopped
    mark(id, { stage: 'sending' })
    try {
      const uploadURL = await place.request({ fileName: file.name, fileSize: file.size ?? 0 })
      // Stopped meanwhile, and perhaps begun again under the same id, with another address.
      if (sending.get(id) !== sent) throw stopped
      addresses.set(id, uploadURL)
      return uploadURL
    } catch (error) {
      // Uppy reports only failures of its own requests.
      if (sending.get(id) === sent) uppy.emit('upload-error', file, error as Error)
      throw error
    }
  }

  const send = (id: string) => {
    const sent = Promise.withResolvers<void>()
    sending.set(id, sent)
    const { progress } = uppy.getFile(id)
    // Uppy does not send a completed file again.
    uppy.setFileState(id, { progress: { ...progress, uploadComplete: false, percentage: 0 } })
    mark(id, { stage: 'waiting', failure: null })
    // Each file is an upload of its own, so that it can fail, stop and retry without the others.
    uppy.retryUpload(id).catch((error) => finishUpload(id, error))
    return sent.promise
  }

  const register = async (id: string) => {
    const filePath = await place.register(addresses.get(id) ?? '')
    if (!uppy.getFile(id)) throw stopped
    mark(id, { filePath })
  }

  const run = async (id: string, use: UseFile): Promise<Outcome> => {
    let step: UploadStep = uppy.getFile(id).meta.failure?.from ?? 'send'
    try {
      if (step === 'send') {
        await send(id)
        step = 'register'
      }
      mark(id, { stage: 'checking', failure: null })
      if (step === 'register') {
        await register(id)
        step = 'use'
      }
      const { name, size, meta } = uppy.getFile(id)
      const fileType = fileTypeOf(name)
      if (!fileType || size === null || !meta.filePath) throw new Error('a file that was never chosen')
      await use({ filePath: meta.filePath, fileType, fileSize: size }, meta.title)
      if (uppy.getFile(id)) mark(id, { stage: 'done' })
      return 'done'
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) signInAgain()
      if (error === stopped || !uppy.getFile(id)) return 'stopped'
      const failure = failureOf(step, error)
      mark(id, { stage: 'failed', failure })
      return failure
    }
  }

  const add = (file: File, title = titleOf(file.name), order = ++lastOrder) =>
    uppy.addFile({
      name: file.name,
      type: file.type,
      data: file,
      meta: { title, order, stage: 'chosen', failure: null, filePath: null },
    })

  return {
    /** Starts the uploader; the returned function stops all uploads and discards them. */
    open: () => {
      uppy.use(XHRUpload, {
        endpoint: (file) => newAddress(Array.isArray(file) ? '' : file.id),
        method: 'PUT',
        formData: false,
        headers: ({ name }): Record<string, string> => {
          const fileType = fileTypeOf(name)
          return fileType ? { 'content-type': contentTypeOf(fileType) } : {}
        },
        limit: atOnce,
        // The server limits how long an upload may take.
        timeout: 0,
        shouldRetry: () => false,
        getResponseData: () => ({}),
      })
      return () => uppy.destroy()
    },
    subscribe: (listener: () => void) => uppy.store.subscribe(listener),
    read: (): Files => uppy.getState().files,

    /** Returns the id of the file, or null where it is in the list already. @throws the error of Uppy's restrictions */
    add: (file: File) => {
      const { name, size, lastModified } = file
      const isKnown = uppy
        .getFiles()
        .some(
          ({ data }) =>
            data instanceof File &&
            data.name === name &&
            data.size === size &&
            data.lastModified === lastModified,
        )
      return isKnown ? null : add(file)
    },
    remove: (id: string) => uppy.removeFile(id),
    clear: () => uppy.cancelAll(),
    /** Stops the upload of a file, which then counts as chosen again. */
    stop: (id: string) => {
      const { data, meta } = uppy.getFile(id)
      uppy.removeFile(id)
      if (data instanceof File) add(data, meta.title, meta.order)
    },
    rename: (id: string, title: string) => mark(id, { title }),
    /** Resolves to the outcome of each file, in their order. Never rejects. */
    run: (ids: string[], use: UseFile) => Promise.all(ids.map((id) => run(id, use))),
  }
}

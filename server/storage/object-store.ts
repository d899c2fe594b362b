import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'

/** The first and last byte, both inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/** Signs URLs with which browsers reach a bucket directly, valid for `expiresInSeconds`. */
export interface Bucket {
  /** The bucket's origin in browsers, which their content security policy must allow. */
  origin: string
  signUploadUrl(
    key: string,
    upload: { contentType?: string; size?: number },
    expiresInSeconds: number,
  ): Promise<string>
  signDownloadUrl(
    key: string,
    download: { contentType: string; disposition: string },
    expiresInSeconds: number,
  ): Promise<string>
  /**
   * Tries settings, rights and CORS rules at start. Problems that may pass are only logged.
   * @param siteOrigin the origin of the portal's pages; undefined where it is not known
   * @throws StartError when a setting is wrong
   */
  checkAtStart(siteOrigin: string | undefined, log: FastifyBaseLogger): Promise<void>
}

/**
 * Stores files by key, such as `files/Zx8…`: a folder, a slash, and letters, digits, `-` and `_`. File names are stored elsewhere.
 * Every method throws StorageError.
 */
export interface ObjectStore {
  /** Set where browsers upload straight to a bucket; otherwise files pass through the portal. */
  bucket?: Bucket
  /**
   * Stores `size` bytes, all or nothing: the key has its old content until all bytes are durable. The memory of a chunk may be reused once
   * the next chunk is requested.
   */
  write(key: string, bytes: AsyncIterable<Buffer>, size: number): Promise<void>
  /** Returns the size in bytes, or null when there is no such object. */
  size(key: string): Promise<number | null>
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Lists the keys of all objects that exist when it begins, in no particular order. */
  list(): AsyncIterable<string>
  /** Renames an object. */
  move(from: string, to: string): Promise<void>
  /** Removes an object. Does nothing when there is no such object. */
  remove(key: string): Promise<void>
  /** Rejects unless the store can be read and written. */
  check(): Promise<void>
  /** Removes unfinished writes that began before this time. */
  sweep(before: Date): Promise<void>
}

/** Why the store failed. `missing`: no such object; `full`: no space left; `unavailable`: the store cannot be used at the moment. */
export type StorageFailure = 'missing' | 'full' | 'unavailable'

export class StorageError extends Error {
  readonly failure: StorageFailure

  constructor(failure: StorageFailure, cause: unknown) {
    super(`storage: ${failure}`, { cause })
    this.failure = failure
  }
}

const fullCodes = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** Converts an error of the file system. `otherwise` is the failure for everything except a full disk. */
export const toStorageError = (error: unknown, otherwise: StorageFailure): StorageError => {
  if (error instanceof StorageError) return error
  const code = error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? '') : ''
  return new StorageError(fullCodes.includes(code) ? 'full' : otherwise, error)
}

import type { Readable } from 'node:stream'

/** First and last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}

/** What a bucket lets a browser do without the portal between. Addresses work for `seconds`. */
export interface Bucket {
  /** Where browsers find it: what their security policy must let them speak to. */
  origin: string
  signUploadUrl(
    key: string,
    upload: { contentType?: string; size?: number },
    seconds: number,
  ): Promise<string>
  signDownloadUrl(
    key: string,
    download: { contentType: string; disposition: string },
    seconds: number,
  ): Promise<string>
}

/**
 * Keeps files by key, such as `files/Zx8…`: a folder's name, a slash, and letters, digits, `-` and `_`. Whatever a file is
 * called by people is not its concern. Every method throws StorageError.
 */
export interface ObjectStore {
  /** Set where browsers bring files straight to a bucket; else they come through the portal. */
  bucket?: Bucket
  /**
   * Stores `size` bytes, all or nothing: until they are all there and safe, the key is what it was. A chunk is not
   * looked at any more once the next one has been asked for.
   */
  write(key: string, bytes: AsyncIterable<Buffer>, size: number): Promise<void>
  /** Bytes, or null where there is no such object. */
  size(key: string): Promise<number | null>
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Gives an object another key. */
  move(from: string, to: string): Promise<void>
  /** One that is not there is fine. */
  remove(key: string): Promise<void>
  /** Whether it can be read and written. */
  check(): Promise<void>
  /** Takes away what writing began before this and never finished. */
  sweep(before: Date): Promise<void>
}

/** `missing`: no such object; `full`: no room; `away`: it cannot be reached or used at the moment. */
export type StorageFailure = 'missing' | 'full' | 'away'

export class StorageError extends Error {
  readonly failure: StorageFailure

  constructor(failure: StorageFailure, cause: unknown) {
    super(`storage: ${failure}`, { cause })
    this.failure = failure
  }
}

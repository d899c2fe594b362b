import { Worker } from 'node:worker_threads'
import { maxPicturePixels } from '#contract/files/file-types.ts'
import { oneAtATime } from '../one-at-a-time.ts'

/** A picture as red, green, blue and opacity of each pixel, row by row. */
export interface RawPicture {
  data: Uint8Array
  width: number
  height: number
}

export interface HeicRequest {
  bytes: Uint8Array
  maxPixels: number
  maxMemoryBytes: number
}

const timeoutMs = 30_000
const maxHeapMegabytes = 256
// A photo of 50 megapixels needs 200 MB as pixels, and as much again while it is decoded.
const maxMemoryBytes = 768 * 2 ** 20

const inTurn = oneAtATime()

/**
 * Decodes a photo from an iPhone (HEIC), upright. Returns null if it is no such photo, is broken, has too many pixels, or takes too much
 * time or memory. A process decodes one photo at a time, in a thread that ends with the decoding.
 */
export const decodeHeic = (bytes: Uint8Array): Promise<RawPicture | null> =>
  inTurn(() => decodeInThread(bytes))

const decodeInThread = async (bytes: Uint8Array) => {
  const request: HeicRequest = { bytes, maxPixels: maxPicturePixels, maxMemoryBytes }
  const worker = new Worker(new URL('./heic-thread.ts', import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
  })
  const timeout = setTimeout(() => void worker.terminate(), timeoutMs)
  try {
    return await new Promise<RawPicture | null>((resolve) => {
      worker.once('message', resolve)
      worker.once('error', () => resolve(null))
      worker.once('exit', () => resolve(null))
    })
  } finally {
    clearTimeout(timeout)
    await worker.terminate()
  }
}

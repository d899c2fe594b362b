import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { maxSvgSize } from '#contract/files/file-types.ts'
import type { FileBytes } from './file-bytes.ts'
import { type DrawingVerdict, inspectDrawing } from './svg-drawing.ts'

// Checking this many bytes takes 15 ms, less than starting a thread. More would block other requests.
const maxInlineBytes = 64 * 1024
const maxCheckMs = 10_000
const maxHeapMegabytes = 256

let lastCheck: Promise<unknown> = Promise.resolve()

/**
 * Checks whether a file is one well-formed SVG drawing, and whether something in it could run. The portal serves files so that nothing in
 * them runs, but a downloaded drawing opens in a browser, too.
 */
export const inspectSvg = (bytes: FileBytes): Promise<DrawingVerdict> => {
  // Drawings are checked one at a time, because each is in memory as a whole.
  const check = lastCheck.then(() => checkSvg(bytes))
  lastCheck = check.catch(() => {})
  return check
}

const checkSvg = async (bytes: FileBytes): Promise<DrawingVerdict> => {
  if (bytes.size > maxSvgSize) return 'other'
  const content = await buffer(await bytes.stream())
  return content.length > maxInlineBytes ? inspectInThread(content) : inspectDrawing(content)
}

const inspectInThread = async (content: Buffer) => {
  const worker = new Worker(new URL('./svg-worker.ts', import.meta.url), {
    workerData: content,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
  })
  const timeout = setTimeout(() => void worker.terminate(), maxCheckMs)
  try {
    return await new Promise<DrawingVerdict>((resolve, reject) => {
      worker.once('message', resolve)
      // The thread needed more memory than it may use.
      worker.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve('other') : reject(error),
      )
      worker.once('exit', () => resolve('other'))
    })
  } finally {
    clearTimeout(timeout)
  }
}

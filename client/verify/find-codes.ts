const timeoutMs = 20_000
// A sealed agreement is far smaller, and a merged file of many is not read in time.
const maxSizeBytes = 30_000_000

/**
 * Finds the codes of agreements on the pages of a PDF, in a thread that is ended where it takes too long: a file may be made to take
 * any time. Resolves with none for a file that cannot be read.
 */
export const findCodes = (bytes: Uint8Array): Promise<string[]> => {
  if (bytes.length > maxSizeBytes) return Promise.resolve([])
  const thread = new Worker(new URL('./codes-thread.ts', import.meta.url), { type: 'module' })
  const found = new Promise<string[]>((resolve) => {
    setTimeout(resolve, timeoutMs, [])
    thread.addEventListener('message', ({ data }: MessageEvent<string[]>) => resolve(data))
    thread.addEventListener('error', () => resolve([]))
    thread.postMessage(bytes)
  })
  return found.finally(() => thread.terminate())
}

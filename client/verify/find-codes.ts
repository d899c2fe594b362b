const timeoutMs = 20_000
// A sealed agreement is far smaller, and a larger merged file could not be read in time.
const maxSizeBytes = 30_000_000

/**
 * Finds the codes of agreements on the pages of a PDF, in a worker that is terminated after a timeout, since a malicious file could take
 * arbitrarily long. Resolves with no codes for a file that cannot be read in time.
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

/** The storage of another origin, to which browsers send files, took nothing. Its message is for the user. */
export class StorageFailure extends Error {}

// A person waits for it.
const probeTimeoutMs = 5_000

/** Whether anything answers there: without CORS a page learns nothing else. */
const isReachable = (origin: string) =>
  fetch(origin, { mode: 'no-cors', signal: AbortSignal.timeout(probeTimeoutMs) }).then(
    () => true,
    () => false,
  )

/**
 * What a browser does not say of an upload that failed without an answer: a storage of another origin does not allow this site, or cannot
 * be reached. The error itself where it is another one, such as a connection that was lost on the way.
 * @param sentBytes how much had arrived
 */
export const explainSendFailure = async (error: unknown, uploadURL: string, sentBytes: number) => {
  const { origin } = new URL(uploadURL || '/', location.href)
  const isLost = error instanceof Error && 'isNetworkError' in error
  if (!isLost || origin === location.origin || sentBytes > 0 || !navigator.onLine) return error
  const reason = (await isReachable(origin))
    ? `The file storage at ${origin} does not let this site upload (CORS), or the connection was lost. Try again`
    : `The file storage at ${origin} cannot be reached from here. Check your connection`
  return new StorageFailure(`${reason}, or contact the administrator of this portal.`, { cause: error })
}

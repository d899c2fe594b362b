/** The error when the file storage of another origin has received nothing. Its message is for the user. */
export class StorageFailure extends Error {}

// The timeout is short because the user is waiting.
const probeTimeoutMs = 5_000

/** Returns whether the origin responds at all. Without CORS, a page cannot learn more. */
const isReachable = (origin: string) =>
  fetch(origin, { mode: 'no-cors', signal: AbortSignal.timeout(probeTimeoutMs) }).then(
    () => true,
    () => false,
  )

/**
 * Explains an upload that failed without a response, for which browsers give no reason: the storage of another origin does not allow this
 * site, or cannot be reached. Returns other errors unchanged, such as a connection that was lost during the upload.
 * @param sentBytes how many bytes had been sent
 */
export const explainSendFailure = async (error: unknown, uploadURL: string, sentBytes: number) => {
  const { origin } = new URL(uploadURL || '/', location.href)
  const isLost = error instanceof Error && 'isNetworkError' in error
  if (!isLost || origin === location.origin || sentBytes > 0 || !navigator.onLine) return error
  const reason = (await isReachable(origin))
    ? `The file storage at ${origin} doesn't let this site upload (CORS), or the connection was lost. Try again`
    : `The file storage at ${origin} can't be reached from here. Check your connection`
  return new StorageFailure(`${reason}, or contact the administrator of this portal.`, { cause: error })
}

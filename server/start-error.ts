/** A failed start. The message is the one line that the operator reads: what is wrong and how to fix it. */
export class StartError extends Error {
  override name = 'StartError'
}

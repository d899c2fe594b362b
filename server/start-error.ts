/** A start that cannot go on. Its message is the one line that the operator reads: what is wrong, and what would put it right. */
export class StartError extends Error {
  override name = 'StartError'
}

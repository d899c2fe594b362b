// These are errors of the operating system and of PostgreSQL: class 08 (connection failures), shutting down or starting up (57P), too many
// connections, a full disk, a server that became read-only, and a statement that exceeded its time limit.
const outageCodes =
  /^(ECONN(REFUSED|RESET)|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|08...|57P0[1-5]|57014|53...|25006)$/
// These messages come from pg and from the job queue's listening connection, without a code.
const outageMessages =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|LISTEN\/NOTIFY )/
const fullDiskCode = '53100'
const maxDepth = 5

/** Yields an error, its cause, the cause of that, and so on. */
export function* causesOf(error: unknown): Generator<Error & { code?: unknown; syscall?: unknown }> {
  let cause = error
  for (let depth = 0; cause instanceof Error && depth < maxDepth; depth++) {
    yield cause
    cause = cause.cause
  }
}

/** Whether an error or one of its causes means that the database cannot be reached or written to at the moment. */
export const isDatabaseOutage = (error: unknown): boolean => {
  for (const cause of causesOf(error)) {
    if (typeof cause.code === 'string' && outageCodes.test(cause.code)) return true
    if (outageMessages.test(cause.message)) return true
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseOutage)) return true
  }
  return false
}

/** Whether an error or one of its causes means that the database's disk is full. */
export const isDatabaseFull = (error: unknown): boolean =>
  causesOf(error).some(({ code }) => code === fullDiskCode)

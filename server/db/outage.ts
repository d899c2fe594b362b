// Connection failures of the operating system and of PostgreSQL: class 08, shutting down or starting up (57P),
// too many connections, a full disk, and a server that became read-only.
const outageCodes =
  /^(ECONN(REFUSED|RESET)|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|08...|57P0[1-5]|53...|25006)$/
const outageMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether an error, or what caused it, means that the database cannot be reached or written to for now. */
export const isDatabaseOutage = (error: unknown): boolean => {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    const code = (cause as { code?: unknown }).code
    if (typeof code === 'string' && outageCodes.test(code)) return true
    if (outageMessages.test(cause.message)) return true
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseOutage)) return true
  }
  return false
}

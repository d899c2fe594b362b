import { type DestinationStream, type Logger, pino } from 'pino'

/** An error as it appears in the log. */
interface LoggedError {
  type: string
  message: string
  code?: string
  stack?: string
  cause?: LoggedError
}

// Longer chains of causes add no information.
const maxCauseDepth = 5

// Mail servers and databases quote email addresses in their error messages.
const redactEmails = (text: string) => text.replace(/[^\s<>"'(),;:=]{1,254}@[^\s<>"'(),;=]+/g, '[email]')

// Drizzle's message contains the parameters of the statement, which users have typed.
const messageOf = (error: Error) =>
  'query' in error && 'params' in error ? `Failed query: ${error.query}` : redactEmails(error.message)

/** Describes an error without its parameters, rows, responses and addresses, which can be personal data or secrets. */
const describeError = (error: unknown, depth = 0): LoggedError => {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'a value that is not an error was thrown' }
  const { code } = error as { code?: unknown }
  const [, stack] = error.stack?.match(/((?:\n +at .+)+)/) ?? []
  return {
    type: error.name,
    message: messageOf(error),
    ...(typeof code === 'string' ? { code } : {}),
    ...(stack ? { stack: stack.trim() } : {}),
    ...(error.cause instanceof Error && depth < maxCauseDepth
      ? { cause: describeError(error.cause, depth + 1) }
      : {}),
  }
}

// One write per line would take a third of the time of a signed-in read. Lines are written after 200 ms at most and at exit; only kill -9
// loses them.
const bufferedOutput = { dest: 1, sync: false, minLength: 8192, periodicFlush: 200 }

/** Creates the log: JSON lines on standard output, or to `destination`. The log must not contain personal data. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    { level, base: null, redact: ['req', 'res'], serializers: { err: (error) => describeError(error) } },
    destination ?? pino.destination(bufferedOutput),
  )

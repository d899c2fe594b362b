import { type DestinationStream, type Logger, pino } from 'pino'

/** What the log keeps of a failure. */
interface LoggedError {
  type: string
  message: string
  code?: string
  stack?: string
  cause?: LoggedError
}

// A chain of causes that is longer says no more.
const maxCauseDepth = 5

// Mail servers and databases quote the addresses of people in what they answer.
const redactEmails = (text: string) => text.replace(/[^\s<>"'(),;:=]+@[^\s<>"'(),;=]+/g, '[e-mail]')

// Drizzle's message is the statement with its parameters, which are what people have typed.
const messageOf = (error: Error) =>
  'query' in error && 'params' in error ? `Failed query: ${error.query}` : redactEmails(error.message)

/** A failure without what it carries along: parameters, rows, answers and addresses hold personal data and secrets. */
const describeError = (error: unknown, depth = 0): LoggedError => {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'something that is no error was thrown' }
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

// A write for each line would cost a third of a signed-in read. Lines wait a fifth of a second at most, and none is lost
// at an exit; only a kill -9 takes them along.
const bufferedOutput = { dest: 1, sync: false, minLength: 4096, periodicFlush: 200 }

/** The log: a JSON line each on standard output, or to `destination`. Nothing of a person belongs in it. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    { level, base: null, redact: ['req', 'res'], serializers: { err: (error) => describeError(error) } },
    destination ?? pino.destination(bufferedOutput),
  )

import { createLog } from '#server/log.ts'

export interface LogLine {
  level: number
  msg: string
  reqId?: string
  [key: string]: unknown
}

const errorLevel = 50

/** The server's own log, written to memory. */
export const openLog = () => {
  const lines: LogLine[] = []
  let unexpectedErrors: LogLine[] = []
  const logger = createLog('info', {
    write: (text) => {
      const line = JSON.parse(text) as LogLine
      lines.push(line)
      if (line.level >= errorLevel) unexpectedErrors.push(line)
    },
  })
  return {
    logger,
    lines,
    /** Returns the errors logged since the last call. A test that causes errors calls this; the remaining ones fail the test file. */
    takeErrors: () => {
      const errors = unexpectedErrors
      unexpectedErrors = []
      return errors
    },
  }
}

export type TestLog = ReturnType<typeof openLog>

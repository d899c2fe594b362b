import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  type EmbeddedPostgresErrorCode,
  type Log,
  startEmbeddedPostgres,
} from '#packages/embedded-postgres/embedded-postgres.ts'
import { StartError } from '#server/start-error.ts'

export type EmbeddedDatabase = EmbeddedPostgres

const settings = {
  // The buffers are small because the operating system caches the files as well, and the machine has other work.
  shared_buffers: '64MB',
  io_method: 'sync', // starts no separate reader processes
  jit: 'off', // compiling would take longer than these short queries
}

const advice: Partial<Record<EmbeddedPostgresErrorCode, string>> = {
  UNSUPPORTED_PLATFORM: 'Set DATABASE_URL to a PostgreSQL server, or start the portal in WSL.',
  BINARIES_MISSING: 'Run npm start, or set DATABASE_URL to a PostgreSQL server.',
  BINARIES_FAILED: 'Set DATABASE_URL to a PostgreSQL server instead.',
  IN_USE: 'Stop it first, or set DATA_DIR to another folder.',
  UNUSABLE_FOLDER: 'Set DATA_DIR to another folder.',
  OTHER_VERSION: 'Or set DATA_DIR to another folder.',
}

/** Starts the portal's own PostgreSQL. @throws StartError that names the setting to change */
export async function startEmbeddedDatabase(options: {
  dataDir: string
  log: Log
}): Promise<EmbeddedDatabase> {
  try {
    return await startEmbeddedPostgres({ ...options, name: 'partner-portal', settings })
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError)) throw error
    const message = [error.message, advice[error.code]].filter(Boolean).join(' ')
    throw new StartError(message, { cause: error })
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServerProcess } from './server-process.ts'

export interface S3 {
  /** The portal's settings for this server, as environment variables. */
  settings: Record<string, string>
  /** Stops the server without deleting its objects. */
  pause(): Promise<void>
  /** Starts the server again on the same port. */
  resume(): Promise<void>
  stop(): Promise<void>
}

/** Starts an S3 server in its own process, with an empty bucket that pages of this origin may use. */
export const startS3 = async ({ allowedOrigin = '*' } = {}): Promise<S3> => {
  const directory = await mkdtemp(join(tmpdir(), 'portal-s3-'))
  const start = (port = '0') =>
    startServerProcess(
      { S3_DIRECTORY: directory, S3_PORT: port, S3_ALLOWED_ORIGIN: allowedOrigin },
      'test/s3-server.ts',
    )
  let server = await start()
  const { url } = server
  const pause = async () => {
    await server.stop('SIGKILL')
  }
  return {
    settings: {
      S3_BUCKET: 'portal',
      S3_ENDPOINT: url,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    pause,
    resume: async () => {
      server = await start(new URL(url).port)
    },
    stop: async () => {
      await pause()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

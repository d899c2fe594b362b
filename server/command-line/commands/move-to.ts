import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openArchive } from '#server/backup/archive.ts'
import { writeBackup } from '#server/backup/backup.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { StartError } from '#server/start-error.ts'
import { type Command, print, requireArguments } from '../command.ts'
import { withInstallation } from '../installation.ts'
import { writePrivateFile } from '../private-file.ts'

/** `move-to <DATABASE_URL>`: copies the embedded database and the files in DATA_DIR. The originals stay as they are. */
export const moveTo: Command = {
  name: 'move-to',
  usage: '<DATABASE_URL>',
  summary: 'Copies the embedded database to a PostgreSQL, and files to the bucket of S3_BUCKET if set',
  async run(args) {
    const [databaseUrl] = requireArguments(args, 'the address of a database')
    if (process.env.DATABASE_URL)
      throw new StartError(
        'DATABASE_URL is set: only the embedded database of DATA_DIR can be moved. Unset it.',
      )
    // Without the settings of the bucket, the files are read from DATA_DIR: the bucket is their destination.
    const environment = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith('S3_')),
    )
    await withInstallation(
      async ({ settings: { dataDir }, connection, store, signal }) => {
        const path = join(dataDir, 'moving.zip')
        try {
          await writePrivateFile(path, signal, (output) =>
            writeBackup({ connection, store, dataDir }, output),
          )
          await restoreInto(
            { ...process.env, DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: undefined },
            path,
          )
        } finally {
          await rm(path, { force: true })
        }
      },
      { alone: true, environment },
    )
    return 0
  },
}

const restoreInto = (environment: Record<string, string | undefined>, path: string) =>
  withInstallation(
    async ({ settings: { dataDir, s3 }, connection, store }) => {
      const archive = await openArchive(path)
      try {
        await restoreBackup({ connection, store, dataDir }, archive)
        const { tables, objects } = archive.manifest
        const rows = tables.reduce((sum, table) => sum + table.rows, 0)
        print(`Copied ${rows} rows${s3 ? ` and ${objects.length} files to the bucket ${s3.bucket}` : ''}.`)
        print(
          'Start the portal with DATABASE_URL from now on. What was there before stays in DATA_DIR until you delete it.',
        )
      } finally {
        archive.close()
      }
    },
    { environment, mayBeEmpty: true },
  )

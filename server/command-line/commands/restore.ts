import { openArchive } from '#server/backup/archive.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { verifyEvidence } from '#server/features/documents/proof/verify-evidence.ts'
import { type Command, print, requireArguments } from '../command.ts'
import { withInstallation } from '../installation.ts'

/** `restore <file>`: restores a backup into an empty database. */
export const restore: Command = {
  name: 'restore',
  usage: '<file>',
  summary: 'Restores a backup into an empty database and an empty DATA_DIR or bucket',
  async run(args) {
    const [path] = requireArguments(args, 'a file')
    const archive = await openArchive(path)
    try {
      return await withInstallation(
        async ({ settings, connection, db, store }) => {
          await restoreBackup({ connection, store, dataDir: settings.dataDir }, archive)
          const { tables, objects, takenAt } = archive.manifest
          const rows = tables.reduce((sum, table) => sum + table.rows, 0)
          print(`Restored ${rows} rows and ${objects.length} files, as of ${takenAt}.`)
          const { agreements, problems, heads } = await verifyEvidence({ db, store })
          const count = problems.length + heads.problems.length
          print(
            `${agreements} agreements: ${count === 0 ? 'the evidence is intact.' : `${count} problems; see npm run verify-evidence.`}`,
          )
          return count === 0 ? 0 : 1
        },
        { alone: true, mayBeEmpty: true, mayBeMissing: true },
      )
    } finally {
      archive.close()
    }
  },
}

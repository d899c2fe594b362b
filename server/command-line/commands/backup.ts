import { stat } from 'node:fs/promises'
import { writeBackup } from '#server/backup/backup.ts'
import { StartError } from '#server/start-error.ts'
import { type Command, print, requireArguments } from '../command.ts'
import { withInstallation } from '../installation.ts'
import { writePrivateFile } from '../private-file.ts'

/** `backup <file>`: writes a backup, even while the portal is running. */
export const backup: Command = {
  name: 'backup',
  usage: '<file>',
  summary: 'Writes database, files and sealing key into one file; - is standard output',
  async run(args) {
    const [path] = requireArguments(args, 'a file')
    return path === '-' ? toStandardOutput() : toFile(path)
  },
}

const toStandardOutput = async () => {
  await withInstallation(({ settings, connection, store }) =>
    writeBackup({ connection, store, dataDir: settings.dataDir }, process.stdout),
  )
  return 0
}

const toFile = async (path: string) => {
  if (await stat(path).catch(() => null)) throw new StartError(`${path} already exists: choose another name.`)
  const { manifest, size, sha256 } = await withInstallation(({ settings, connection, store, signal }) =>
    writePrivateFile(path, signal, (output) =>
      writeBackup({ connection, store, dataDir: settings.dataDir }, output),
    ),
  )
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  print(`${path}: ${rows} rows, ${manifest.objects.length} files, ${size} bytes, as of ${manifest.takenAt}.`)
  print(`SHA-256 ${sha256}`)
  print('It has everything in the portal, including the sealing key: store it encrypted.')
  return 0
}

import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { writeBackup } from '#server/backup/backup.ts'
import { StartError } from '#server/start-error.ts'
import { type Command, print, requireArguments } from '../command.ts'
import { withInstallation } from '../installation.ts'

/** `backup <file>`: also while the portal runs. */
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
  if (await stat(path).catch(() => null))
    throw new StartError(`There is a file ${path} already: choose another name.`)
  // Under another name until it is whole and on the disk. It has secrets: for this account alone.
  const part = `${path}.part`
  const output = createWriteStream(part, { mode: 0o600, flags: 'w', flush: true })
  try {
    const { manifest, size, sha256 } = await withInstallation(({ settings, connection, store }) =>
      writeBackup({ connection, store, dataDir: settings.dataDir }, output),
    )
    await rename(part, path)
    await syncFolder(dirname(path))
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    print(
      `${path}: ${rows} rows, ${manifest.objects.length} files, ${size} bytes, as of ${manifest.takenAt}.`,
    )
    print(`SHA-256 ${sha256}`)
    print('It has everything that the portal knows, the sealing key too: store it encrypted.')
    return 0
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** Makes the rename survive a power cut. */
const syncFolder = async (folder: string) => {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

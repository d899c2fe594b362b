import { textEntry, type ZipEntry } from '../zip.ts'

/** The entry of an archive that names the files it leaves out; none where it leaves out none. */
export const heldFilesEntry = (names: string[], entryName: string): ZipEntry[] => {
  if (names.length === 0) return []
  const heading = 'These files are not in this archive, because their virus check is not finished or failed:'
  return [textEntry(entryName, `${heading}\r\n\r\n${names.join('\r\n')}\r\n`)]
}

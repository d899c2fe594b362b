import { textEntry, type ZipEntry } from '../zip.ts'

/** Returns the entry that lists the files missing from an archive because they are quarantined; no entry if there are none. */
export const quarantinedFilesEntry = (names: string[], entryName: string): ZipEntry[] => {
  if (names.length === 0) return []
  const heading = 'These files are not in this archive, because their virus check is not finished or failed:'
  return [textEntry(entryName, `${heading}\r\n\r\n${names.join('\r\n')}\r\n`)]
}

import type { Readable } from 'node:stream'
import { distinctNames, downloadName } from '#server/features/files/file-name.ts'
import type { StoredFile } from '#server/features/files/file-owner.ts'
import { quarantinedFilesEntry } from '#server/features/files/scans/quarantined-entry.ts'
import { zipStream } from '#server/features/files/zip.ts'
import { fileKey } from '#server/storage/object-keys.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'

/** Returns the files as one zip archive, named after their titles. A text file in the archive names the quarantined files in `held`. */
export const zipOf = async (
  store: ObjectStore,
  files: (StoredFile & { updatedAt: Date })[],
  held: StoredFile[],
): Promise<Readable> => {
  const nameOf = distinctNames()
  const entries = files.map(({ title, fileType, objectKey, updatedAt }) => ({
    name: nameOf(downloadName(title, fileType)),
    date: updatedAt,
    read: () => store.read(fileKey(objectKey)),
  }))
  const quarantinedNames = held.map(({ title, fileType }) => downloadName(title, fileType))
  return zipStream([...entries, ...quarantinedFilesEntry(quarantinedNames, nameOf('NOT INCLUDED.txt'))])
}

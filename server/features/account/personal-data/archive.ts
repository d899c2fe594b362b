import { quarantinedFilesEntry } from '#server/features/files/scans/quarantined-entry.ts'
import { textEntry, type ZipEntry } from '#server/features/files/zip.ts'
import type { Archive, PersonalData } from '#server/personal-data/personal-data.ts'
import { readmeText } from './readme.ts'

/** Yields the files with what the portal stores about a user. What staff did and the data of other users are not included. */
export async function* personalArchive(
  given: Omit<Archive, 'held'>,
  personalData: PersonalData[],
): AsyncGenerator<ZipEntry> {
  const archive: Archive = { ...given, held: [] }
  const { settings, user, held } = archive
  const about = { companyName: settings.companyName, email: user.email, at: new Date() }
  yield textEntry('README.txt', readmeText(about, personalData))
  for (const { entries } of personalData) if (entries) yield* entries(archive)
  yield* quarantinedFilesEntry(held, 'NOT INCLUDED.txt')
}

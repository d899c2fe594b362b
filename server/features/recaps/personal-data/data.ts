import { distinctNames, downloadName } from '#server/features/files/file-name.ts'
import { fileEntries, listEntry } from '#server/personal-data/archive.ts'
import type { PersonalData } from '#server/personal-data/personal-data.ts'
import { listPartnerPhotos, listPartnerRecaps } from '../data.ts'

export const recapData: PersonalData = {
  files: { 'recaps.json, photos/': 'what came of your activations, and their photos' },

  async *entries(archive) {
    const { db, user } = archive
    if (!user.partnerId) return
    yield* listEntry('recaps.json', await listPartnerRecaps(db, user.partnerId))
    const nameOf = distinctNames()
    const photos = await listPartnerPhotos(db, user.partnerId)
    yield* fileEntries(
      archive,
      photos.map(({ name, filePath, createdAt }) => ({
        name: `photos/${nameOf(downloadName(name, 'jpg'))}`,
        date: createdAt,
        objectKey: filePath,
      })),
    )
  },

  listFiles: async (db, { partnerId }) =>
    partnerId ? (await listPartnerPhotos(db, partnerId)).map(({ filePath }) => filePath) : [],
}

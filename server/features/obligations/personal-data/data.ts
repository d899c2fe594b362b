import { and, eq, isNotNull } from 'drizzle-orm'
import { obligations } from '#server/db/schema/obligations.ts'
import { distinctNames, downloadName } from '#server/features/files/file-name.ts'
import { mayNotSign } from '#server/http/access.ts'
import { fileEntries, listAll, listEntry } from '#server/personal-data/archive.ts'
import type { PersonalData } from '#server/personal-data/personal-data.ts'
import { obligationFor } from '../access.ts'
import { listOwn } from '../data.ts'

export const obligationData: PersonalData = {
  files: { 'obligations.json, obligations/': 'what your agreements ask of each side, and its evidence' },

  async *entries(archive) {
    const { db, user } = archive
    const { partnerId } = user
    if (!partnerId) return
    const filter = { partnerId, isOperational: mayNotSign(user) }
    const own = (await listAll((page) => listOwn(db, filter, page))).map((row) => obligationFor(user, row))
    yield* listEntry('obligations.json', own)
    const nameOf = distinctNames()
    const files = own.flatMap(({ filePath, fileName, fileType, kind, updatedAt }) =>
      filePath && fileType
        ? [
            {
              name: `obligations/${nameOf(downloadName(fileName ?? kind, fileType))}`,
              date: updatedAt,
              objectKey: filePath,
            },
          ]
        : [],
    )
    yield* fileEntries(archive, files)
  },

  async listFiles(db, { partnerId }) {
    if (!partnerId) return []
    const found = await db
      .select({ path: obligations.filePath })
      .from(obligations)
      .where(and(eq(obligations.partnerId, partnerId), isNotNull(obligations.filePath)))
    return found.flatMap(({ path }) => path ?? [])
  },

  async anonymize(tx, { partnerId }) {
    if (!partnerId) return
    const noFile = { filePath: null, fileName: null, fileType: null, fileSize: null, fileSha256: null }
    await tx
      .update(obligations)
      .set({ note: null, ...noFile })
      .where(eq(obligations.partnerId, partnerId))
  },
}

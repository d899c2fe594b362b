import { eq } from 'drizzle-orm'
import { obligations } from '#server/db/schema/obligations.ts'
import { listAttachedFiles, noFile } from '#server/features/files/attached/data.ts'
import { mayNotSign } from '#server/http/access.ts'
import { attachedEntries, listAll, listEntry } from '#server/personal-data/archive.ts'
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
    yield* attachedEntries(archive, 'obligations', own, ({ kind }) => kind)
  },

  listFiles: async (db, { partnerId }) => (partnerId ? listAttachedFiles(db, obligations, partnerId) : []),

  async anonymize(tx, { partnerId }) {
    if (!partnerId) return
    await tx
      .update(obligations)
      .set({ note: null, ...noFile })
      .where(eq(obligations.partnerId, partnerId))
  },
}

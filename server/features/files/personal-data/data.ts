import { and, eq, isNull } from 'drizzle-orm'
import { uploads } from '#server/db/schema/files.ts'
import type { PersonalData } from '#server/personal-data/personal-data.ts'
import { releaseFiles } from '../actions.ts'

export const fileData: PersonalData = {
  /** Releases the unused files of the user, and removes the names of all files that the user has uploaded. */
  async erase(tx, { id }) {
    const isTheirs = eq(uploads.userId, id)
    const unused = await tx
      .select({ objectKey: uploads.objectKey })
      .from(uploads)
      .where(and(isTheirs, isNull(uploads.usedAt)))
    await releaseFiles(
      tx,
      unused.map(({ objectKey }) => objectKey),
    )
    await tx.update(uploads).set({ userId: null, fileName: null }).where(isTheirs)
  },
}

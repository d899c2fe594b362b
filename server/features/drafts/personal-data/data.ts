import { listEntry } from '#server/personal-data/archive.ts'
import type { PersonalData } from '#server/personal-data/personal-data.ts'
import { listDrafts } from '../data.ts'

export const draftData: PersonalData = {
  async *entries({ db, user }) {
    yield* listEntry('drafts.json', await listDrafts(db, user.id))
  },
}

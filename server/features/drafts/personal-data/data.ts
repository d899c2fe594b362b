import { listEntry } from '#server/personal-data/archive.ts'
import type { PersonalData } from '#server/personal-data/personal-data.ts'
import { listDrafts } from '../data.ts'

export const draftData: PersonalData = {
  files: { 'drafts.json': 'what you typed in your profile and agreements but have not sent yet' },

  async *entries({ db, user }) {
    yield* listEntry('drafts.json', await listDrafts(db, user.id))
  },
}

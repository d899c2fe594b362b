import { pageSize } from '#server/db/oldest-first.ts'
import { listEntry, pagesEntry, withoutId } from '#server/personal-data/archive.ts'
import type { PersonalData } from '#server/personal-data/personal-data.ts'
import { listOwnNotices } from '../data.ts'
import { listDigests } from '../digest/data.ts'

export const notificationData: PersonalData = {
  files: {
    'notifications.json': 'what the portal notified you of',
    'weekly-digests.json': 'the weekly digests prepared for you',
  },

  async *entries({ db, user }) {
    yield* pagesEntry('notifications.json', listOwnNotices(db, user.id, pageSize), withoutId)
    yield* listEntry('weekly-digests.json', await listDigests(db, user.id))
  },
}

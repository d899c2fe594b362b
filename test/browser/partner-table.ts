import { listResponsible, listTeam } from '#contract/chat/inbox.ts'
import { listBulkActions } from '#contract/partners/bulk.ts'
import { listPartnerTags } from '#contract/partners/tags.ts'
import { listPartnerGroups } from '#contract/users/users.ts'
import { support } from './people.ts'
import { answer } from './portal-responses.ts'

/** Answers what the table of partners reads besides its rows: the choices of its filters, and the own bulk actions, of which there are none. */
export const answerPartnerTable = () => {
  const { id, firstName, lastName, email } = support
  answer(listTeam, [{ id, firstName, lastName, email, present: true, profileImageUrl: null }])
  answer(listResponsible, [{ id, firstName, lastName, email, standing: 'active' }])
  answer(listPartnerGroups, [])
  answer(listPartnerTags, [])
  answer(listBulkActions, { page: [], total: 0 })
}

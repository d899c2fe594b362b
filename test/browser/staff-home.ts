import { listAllActivations } from '#contract/activation-list.ts'
import { listPartnerActivations } from '#contract/activations.ts'
import { getNeedsAttention } from '#contract/attention.ts'
import { getCalendar } from '#contract/calendar.ts'
import { listTeam } from '#contract/chat/inbox.ts'
import { listAllDocuments } from '#contract/documents/document-list.ts'
import { listPartnerDocuments } from '#contract/documents/documents.ts'
import { listSharedDocuments } from '#contract/documents/shared-documents.ts'
import { listQuarantinedFiles } from '#contract/files/quarantined-files.ts'
import { listPartnerNotes } from '#contract/partners/notes.ts'
import { getPartner, listPartners } from '#contract/partners/partners.ts'
import { getPartnerSummary } from '#contract/partners/record.ts'
import { getPartnerTimeline } from '#contract/partners/timeline.ts'
import { listAllTasks } from '#contract/staff-tasks.ts'
import { listTaskDefinitions } from '#contract/task-definitions.ts'
import { listTaskTemplates } from '#contract/task-plans/templates.ts'
import { listPartnerTasks } from '#contract/tasks.ts'
import { adminPartner, partnerSummary, rowPartner, secondPartner } from './partner-rows.ts'
import { support } from './people.ts'
import { answer } from './portal-responses.ts'

const none = { count: 0, marked: 0, rows: [] }

/** The needs-attention lists of staff, all empty. */
export const nothingWaits = {
  conversations: none,
  tasksToReview: none,
  overdueTasks: none,
  declinedDocuments: none,
  unsignedDocuments: none,
  unsealedDocuments: none,
  documentsToCountersign: none,
  unreadTerms: none,
  lateObligations: none,
  missingRecaps: none,
  invoicesToReview: none,
  stalledPartners: none,
  failedEmails: none,
  leftBehind: none,
}

/** Answers the calls of the staff home, for all partners or for one. There are two partners, both without any items. */
export const answerStaffHome = () => {
  answer(getCalendar, { days: [] })
  for (const endpoint of [listAllDocuments, listSharedDocuments, listAllActivations]) {
    answer(endpoint, [])
  }
  for (const endpoint of [listAllTasks, listTaskDefinitions]) answer(endpoint, { page: [], total: 0 })
  for (const endpoint of [listPartnerTasks, listPartnerDocuments, listPartnerActivations]) {
    answer(endpoint, [])
  }
  const { id, fullName, businessName } = secondPartner
  answer(listPartners, ({ query }) => {
    const all = [rowPartner, { id, fullName, businessName }]
    const search = query.get('search')?.toLowerCase() ?? ''
    const page = all.filter((row) => `${row.fullName} ${row.businessName}`.toLowerCase().includes(search))
    return { page, total: page.length }
  })
  answer(getPartner, ({ params }) => (params.partnerId === id ? secondPartner : adminPartner))
  answer(getPartnerSummary, partnerSummary)
  answerRecordHome()
}

/** Answers the calls of the first section of a partner's record, which are all empty. */
const answerRecordHome = () => {
  answer(getNeedsAttention, nothingWaits)
  for (const endpoint of [getPartnerTimeline, listPartnerNotes]) answer(endpoint, { page: [], total: 0 })
  answer(listTeam, [])
}

/** Answers the calls of the task and activation forms with one member of staff and no templates. */
export const answerTaskForm = () => {
  const { id, firstName, lastName, email } = support
  answer(listTeam, [{ id, firstName, lastName, email, present: true, profileImageUrl: null }])
  answer(listTaskTemplates, [])
  answer(listQuarantinedFiles, [])
}

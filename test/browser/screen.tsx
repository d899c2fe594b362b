import { cleanup, render } from 'vitest-browser-react'
import { App } from '#client/app.tsx'
import { watchHistorySteps } from '#client/lib/history-steps.ts'
import { watchLeaving } from '#client/lib/leaving.ts'
import { watchMovedClicks } from '#client/lib/moved-click-guard.ts'
import { queryClient } from '#client/lib/query-client.ts'
import { getToday, reportBrowserZone } from '#contract/account/profile.ts'
import { listActivationComments } from '#contract/activation-comments.ts'
import { previewMove } from '#contract/activation-plans.ts'
import { listOwnActivations } from '#contract/activations.ts'
import { listAnnouncements } from '#contract/announcements.ts'
import { countUnread } from '#contract/chat/frames.ts'
import { listTeam } from '#contract/chat/inbox.ts'
import { listOwnDocuments } from '#contract/documents/documents.ts'
import { type Draft, getDraft, saveDraft } from '#contract/drafts.ts'
import { getPartnerInvitation } from '#contract/invitations.ts'
import { countUnseenNotifications } from '#contract/notifications/notifications.ts'
import {
  listActivationObligations,
  listDocumentObligations,
  listOwnObligations,
} from '#contract/obligations/obligations.ts'
import { getTermQuestions } from '#contract/obligations/terms.ts'
import { listOwnActivities } from '#contract/partners/activity.ts'
import { listInvitations } from '#contract/partners/invitations.ts'
import { listMembers } from '#contract/partners/members.ts'
import { getPartnerManager } from '#contract/partners/partner-manager.ts'
import { getProfile } from '#contract/partners/profile.ts'
import { listOwnInvoices } from '#contract/payments/invoices.ts'
import { listOwnPayments } from '#contract/payments/payments.ts'
import { getRecap } from '#contract/recaps.ts'
import { listResources } from '#contract/resources/resources.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { getCurrentUser } from '#contract/session/session.ts'
import { listTaskSets } from '#contract/task-plans/sets.ts'
import { listOwnTasks } from '#contract/tasks.ts'
import { countViews, listViews } from '#contract/views.ts'
import { ownerRow } from './member-rows.ts'
import { profile } from './people.ts'
import { answer } from './portal-responses.ts'
import { recapRow } from './recap-rows.ts'

// client/main.tsx does the same before it renders. All test files share one page and its modules, so this module runs once per page.
watchLeaving()
watchHistorySteps()
watchMovedClicks()

/**
 * Shows the whole portal at an address to a user, as after a page load. The calls of the frame are answered with an onboarded partner,
 * nothing unread, no announcements and no invitations. The test has to answer all other calls, before or after.
 */
export const showPortal = async (path: string, user: CurrentUser) => {
  // The pointer is still where the last test left it, which means nothing in this page.
  dispatchEvent(new PointerEvent('pointercancel'))
  await cleanup()
  history.replaceState(null, '', path)
  answer(getCurrentUser, user)
  return render(<App client={queryClient} />)
}

/** Shows the portal again at its current address, as after a reload: everything has to be read anew. */
export const reloadPortal = async () => {
  await cleanup()
  queryClient.clear()
  return render(<App client={queryClient} />)
}

/** Answers the calls that the frame of every screen makes. */
export const answerFrame = () => {
  answer(getProfile, profile)
  answer(countUnseenNotifications, { count: 0 })
  answer(countUnread, { unread: 0 })
  answer(listAnnouncements, [])
  answer(listInvitations, [])
  // The record of a partner shows the team, of whom one is its manager.
  answer(listTeam, [])
  answer(getPartnerManager, { manager: null })
  answer(getPartnerInvitation, { invitation: null })
  // The Admin Panel shows the saved views beside each tab.
  answer(listViews, [])
  answer(countViews, {})
  answer(reportBrowserZone, undefined)
  answerDrafts()
  // The home, an activation and an agreement show what is owed.
  for (const endpoint of [listOwnObligations, listActivationObligations, listDocumentObligations])
    answer(endpoint, [])
  answer(listActivationComments, [])
  answer(listOwnPayments, [])
  answer(listOwnInvoices, [])
  // A past activation shows what came of it.
  answer(getRecap, ({ params }) => recapRow({ id: params.id ?? '' }))
  answer(getTermQuestions, { asked: [], answered: [], answers: {}, updatedAt: null })
  // The forms of an activation offer the plans, and say which tasks move along.
  answer(listTaskSets, { page: [], total: 0 })
  answer(previewMove, { moves: [], stays: [] })
  // Every screen on which an agreement can be signed reads the date.
  answer(getToday, { today: '2026-11-20' })
}

/** Stores drafts as the server does. */
const answerDrafts = () => {
  const drafts = new Map<string, Draft>()
  let saved = 0
  answer(getDraft, ({ params }) => drafts.get(params.form ?? '') ?? { values: {}, updatedAt: null })
  answer(saveDraft, ({ params, body }) => {
    const draft = {
      values: (body as Draft).values,
      updatedAt: new Date(Date.UTC(2026, 10, 20) + ++saved).toISOString(),
    }
    drafts.set(params.form ?? '', draft)
    return draft
  })
}

/** Answers the calls of a partner's home with empty lists. */
export const answerEmptyHome = () => {
  for (const endpoint of [listOwnDocuments, listOwnActivations, listOwnTasks]) answer(endpoint, [])
  answer(listMembers, [ownerRow])
  for (const endpoint of [listOwnActivities, listResources]) answer(endpoint, { page: [], total: 0 })
}

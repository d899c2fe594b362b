import type { QueryKey } from '@tanstack/react-query'
import { membershipOf, type Viewer } from '#client/domain/current-user.ts'
import { readDashboardView } from '#client/domain/dashboard-view.ts'
import { savedViews } from '#client/domain/views/views.ts'
import { newestActivations, ownActivations } from '#client/features/activations/queries.ts'
import { ownAnnouncements } from '#client/features/announcements/queries.ts'
import { unreadMessages } from '#client/features/chat/unread.ts'
import { newestAgreements, ownDocuments } from '#client/features/documents/queries.ts'
import { newestSharedAgreements } from '#client/features/documents/shared/queries.ts'
import { ownObligations, ownPayments } from '#client/features/obligations/own-payments.tsx'
import { attentionOf } from '#client/features/overview/queries.ts'
import { latestActivities } from '#client/features/partners/activity/queries.ts'
import { ownManager } from '#client/features/partners/manager/queries.ts'
import { ownInvitations, ownMembers } from '#client/features/partners/members/queries.ts'
import { recapOf } from '#client/features/recaps/queries.ts'
import { readView } from '#client/features/resources/library-view.ts'
import { libraryQueries } from '#client/features/resources/queries.ts'
import { recentResources } from '#client/features/resources/recent-resources.tsx'
import { newestTasks, ownTasks } from '#client/features/tasks/queries.ts'
import { pagesOf, readOf } from '#client/lib/query-client.ts'
import { screenOf, stageOf } from '#client/screens.ts'
import { isStaff } from '#contract/users/roles.ts'

const ofStaffDashboard = (isMine: boolean) => [
  attentionOf(isMine).queryKey,
  newestAgreements(isMine).queryKey,
  ...(isMine ? [] : [newestSharedAgreements.queryKey]),
  newestActivations(isMine).queryKey,
  newestTasks(isMine).queryKey,
]

const ofRecord = (partnerId: string) => [
  readOf('/api/admin/partners/:partnerId', { params: { partnerId } }).queryKey,
  readOf('/api/admin/partners/:partnerId/summary', { params: { partnerId } }).queryKey,
]

const ofOwnDashboard = [
  ownAnnouncements.queryKey,
  ownDocuments.queryKey,
  ownActivations.queryKey,
  ownTasks.queryKey,
  unreadMessages.queryKey,
  recentResources.queryKey,
  latestActivities.queryKey,
  ownInvitations.queryKey,
  ownManager.queryKey,
  ownObligations.queryKey,
  ownPayments.queryKey,
]

const ofLibrary = (query: URLSearchParams): QueryKey[] => {
  const { isWhole, lists } = libraryQueries(readView(query))
  return [
    readOf('/api/resource-folders').queryKey,
    ...(isWhole ? [recentResources.queryKey] : []),
    ...lists.map((list) => pagesOf('/api/resources', { query: list }).queryKey),
  ]
}

/** Returns the keys of what a page reads first, besides the user and the profile. The server reads it and sends it with the page. */
export const firstReads = (
  { user, profile }: Viewer,
  { pathname, search }: { pathname: string; search: string },
): readonly QueryKey[] => {
  const query = new URLSearchParams(search)
  const screen = screenOf(stageOf(user, profile), pathname)
  const { partnerId: chosen, list, isMine } = readDashboardView((name) => query.get(name) ?? '')
  if (screen === 'resources') return ofLibrary(query)
  if (screen === 'recap') return [recapOf(query.get('of') ?? '').queryKey]
  if (isStaff(user.role)) {
    const partnerId = query.get('record') ?? chosen
    if (partnerId) return ofRecord(partnerId)
    if (screen === 'admin') return [savedViews.queryKey]
    return screen === 'dashboard' && !list ? ofStaffDashboard(isMine) : []
  }
  if (profile && screen === 'welcome') return [ownManager.queryKey]
  if (!profile || screen !== 'dashboard' || query.get('sign')) return []
  if (list === 'tasks') return [ownTasks.queryKey]
  return membershipOf(user)?.role === 'owner' ? [...ofOwnDashboard, ownMembers.queryKey] : ofOwnDashboard
}

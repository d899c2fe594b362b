import type { DashboardView } from '#client/domain/dashboard-view.ts'
import { ownActivations } from '#client/features/activations/queries.ts'
import { ownAnnouncements } from '#client/features/announcements/queries.ts'
import { unreadMessages } from '#client/features/chat/unread.ts'
import { ownDocuments } from '#client/features/documents/queries.ts'
import { latestActivities } from '#client/features/partners/activity/queries.ts'
import { recentResources } from '#client/features/resources/recent-resources.tsx'
import { ownTasks } from '#client/features/tasks/queries.ts'

/** The keys of what a partner's dashboard waits for before it shows. The server reads it with the page. */
export const dashboardReads = ({ list }: Pick<DashboardView, 'list'>) =>
  list === 'tasks'
    ? [ownTasks.queryKey]
    : [
        ownAnnouncements.queryKey,
        ownDocuments.queryKey,
        ownActivations.queryKey,
        ownTasks.queryKey,
        unreadMessages.queryKey,
        recentResources.queryKey,
        latestActivities.queryKey,
      ]

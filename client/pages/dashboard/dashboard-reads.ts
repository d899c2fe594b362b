import type { DashboardView } from '#client/domain/dashboard-view.ts'
import { ownActivations } from '#client/features/activations/queries.ts'
import { ownAnnouncements } from '#client/features/announcements/queries.ts'
import { unreadMessages } from '#client/features/chat/unread.ts'
import { ownDocuments } from '#client/features/documents/queries.ts'
import { latestActivities } from '#client/features/partners/activity/queries.ts'
import { recentResources } from '#client/features/resources/recent-resources.tsx'
import { ownTasks } from '#client/features/tasks/queries.ts'

/** Returns the keys of the reads that a partner's dashboard waits for. The server makes these reads when it renders the page. */
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

import type { QueryClient } from '@tanstack/react-query'

/**
 * What staff read tells of each other: a task is in its partner's list, in the newest of all, among the overdue, in the numbers
 * of the admin panel, in the history and in the audit log. What is shown is read anew at once, the rest when it is looked at.
 */
export const refreshStaffReads = (client: QueryClient, which: 'shown' | 'later' = 'shown') =>
  client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith('/api/admin/'),
    refetchType: which === 'shown' ? 'active' : 'none',
  })

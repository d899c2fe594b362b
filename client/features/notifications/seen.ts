import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '#client/lib/api.ts'
import { invalidateInBackground } from '#client/lib/background-reads.ts'
import { isBelow } from '#client/lib/query-client.ts'
import { isId } from '#contract/ids.ts'
import type { NotificationSubject } from '#contract/notifications/notifications.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { useUnseenCount } from './unseen.ts'

// The path of the list and of the count.
const path = '/api/notifications'

/** Marks notifications in the background. If that fails, they stay new until their subject is opened again. */
const markSeen = async (client: QueryClient, type: NotificationSubject, id: string) => {
  try {
    await call('POST /api/notifications/seen', { body: { subject: { type, id } } })
    await invalidateInBackground(client, { predicate: ({ queryKey }) => isBelow(queryKey, path) })
  } catch {}
}

type Opening = { user: CurrentUser; id: string; open: boolean }

/**
 * Marks the notifications about something as seen when the user opens it, and those that arrive while it is open. Staff who view the
 * portal as a partner mark nothing as seen for the partner.
 */
export const useSeenByOpening = (type: NotificationSubject, { user, id, open }: Opening) => {
  const client = useQueryClient()
  const count = useUnseenCount()
  const isOwn = !user.viewing
  // How many notifications were new the last time. Only a higher number means that another one has arrived.
  const lastRef = useRef({ of: '', count: 0 })

  useEffect(() => {
    const of = open ? `${type} ${id}` : ''
    const last = lastRef.current.of === of ? lastRef.current.count : 0
    lastRef.current = { of, count: count ?? 0 }
    if (open && isOwn && isId(id) && count !== undefined && count > last) void markSeen(client, type, id)
  }, [client, type, id, open, isOwn, count])
}

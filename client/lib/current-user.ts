import type { QueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/session/session.ts'

export const currentUserPath = '/api/auth/user'

/** Whose eyes the portal is seen with: somebody's own, or a partner's that a member of staff looks through. */
export const viewerKey = ({ id, viewing }: Pick<CurrentUser, 'id' | 'viewing'>) =>
  `${id} ${viewing?.by.id ?? ''}`

/** What was read with other eyes must not show beside what is read now. */
export const clearReads = (client: QueryClient) =>
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== currentUserPath })

const tabs = new BroadcastChannel('eyes')

/**
 * Begins anew: all that was read is forgotten, and nothing shows until it is known who looks. Other tabs ask, too.
 * Answers when it is known, and before it shows.
 */
export const changeViewer = async (client: QueryClient) => {
  clearReads(client)
  tabs.postMessage(null)
  await client.resetQueries({ queryKey: [currentUserPath] })
}

/** The session is that of all tabs: what one of them changes, the others must not learn in the middle of something. */
export const watchViewer = (client: QueryClient) => {
  tabs.onmessage = () => void client.invalidateQueries({ queryKey: [currentUserPath] })
}

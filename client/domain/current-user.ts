import { type QueryClient, type QueryKey, queryOptions, useQuery } from '@tanstack/react-query'
import { readKey } from '#client/lib/query-client.ts'
import { toast } from '#client/lib/toast.ts'
import { hasUnsavedChanges } from '#client/lib/unsaved-changes.ts'
import type { PartnerProfile } from '#contract/partners/profile.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'

export const currentUserPath = '/api/auth/user'

/** Names the person that the portal is seen as: the one signed in, or the partner whom a member of staff impersonates. */
export const viewerKey = ({ id, viewing }: Pick<CurrentUser, 'id' | 'viewing'>) =>
  `${id} ${viewing?.by.id ?? ''}`

/** Another tab has begun or ended viewing as a partner: this one follows once nothing typed in it would be lost. */
const viewerChanged = {
  title: 'This tab stays as it is',
  description:
    'Another tab shows the portal as someone else. Your text is kept here. Switch back there to save it.',
}

/** Removes the data of the former user, which must not be shown to the current one. */
const clearReads = (client: QueryClient) =>
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== currentUserPath })

/** Whether the server sent this page to a browser without a session, and it has not been asked again. */
export const isForVisitor = () => document.documentElement.dataset.visitor !== undefined

/** True once: there may be a session later. */
const wasServedToVisitor = () => {
  const was = isForVisitor()
  delete document.documentElement.dataset.visitor
  return was
}

/**
 * The signed-in user, or null for a visitor. Read again when the window gets the focus, because sessions end meanwhile; for a visitor
 * when a tab with a user has opened.
 */
export const currentUser = queryOptions({
  queryKey: [currentUserPath],
  queryFn: async ({ client, queryKey }) => {
    if (wasServedToVisitor()) return null
    const user = await readKey<CurrentUser>(queryKey, { nullOn: [401] })
    const known = client.getQueryData<CurrentUser | null>([currentUserPath])
    if (!user || !known || viewerKey(user) === viewerKey(known)) return user
    if (hasUnsavedChanges()) {
      toast(viewerChanged)
      return known
    }
    clearReads(client)
    return user
  },
  refetchOnWindowFocus: ({ state }) => (state.data === null ? false : 'always'),
  refetchOnMount: true,
})

export const useCurrentUser = () => useQuery(currentUser)

/** Whether to show what only staff see and do. */
export const useIsStaff = () => {
  const { data: user } = useCurrentUser()
  return user ? isStaff(user.role) : false
}

/**
 * After the session has changed whom it sees the portal as: everything read is removed, and nothing shows until the user is
 * known. Other tabs read it, too. Resolves when it is known, before it shows.
 */
export const changeViewer = async (client: QueryClient) => {
  clearReads(client)
  tabs?.postMessage(null)
  await client.resetQueries({ queryKey: [currentUserPath] })
}

// Opened by the browser's page alone: the server, which renders, has no other tabs.
let tabs: BroadcastChannel | undefined

const opened = 'opened'

/** All tabs share the session: each follows when another one changes the viewer, and a visitor's when one with a user has opened. */
export const watchViewer = (client: QueryClient) => {
  tabs = new BroadcastChannel('viewer')
  tabs.onmessage = ({ data }) => {
    if (data === opened && client.getQueryData([currentUserPath])) return
    void client.invalidateQueries({ queryKey: [currentUserPath] })
  }
}

/** Call when a page has opened. */
export const announceViewer = (client: QueryClient) => {
  if (client.getQueryData([currentUserPath])) tabs?.postMessage(opened)
}

export const ownProfilePath = '/api/partner/profile'

/**
 * The partner's profile, or null where there is none yet. In a file without the contract's schemas: the router needs it
 * before any screen, and visitors are spared what validates.
 */
export const ownProfile = queryOptions({
  queryKey: [ownProfilePath],
  queryFn: ({ client, queryKey }): PartnerProfile | null | Promise<PartnerProfile | null> => {
    const user = client.getQueryData<CurrentUser | null>([currentUserPath])
    const isFirstRead = client.getQueryData(queryKey) === undefined
    // Only a profile gives a user a full name. Later, something has changed since the user was read.
    if (user && user.fullName === undefined && isFirstRead) return null
    return readKey<PartnerProfile>(queryKey, { nullOn: [404] })
  },
})

/** Who is signed in, as the server renders a page for them. The profile is null for staff, and for who has none yet. */
export type Viewer = { user: CurrentUser; profile: PartnerProfile | null }

/** What a page was rendered with: who is signed in, and the answers to what its address opens. */
export type PageData = Viewer & { responses: [QueryKey, unknown][] }

/** Keeps what the server has read as if it had been read here. */
export const keepPageData = (client: QueryClient, { user, profile, responses }: PageData) => {
  client.setQueryData(currentUser.queryKey, user)
  if (!isStaff(user.role)) client.setQueryData(ownProfile.queryKey, profile)
  for (const [key, response] of responses) client.setQueryData(key, response)
}

export const useOwnProfile = (enabled = true) => useQuery({ ...ownProfile, enabled })

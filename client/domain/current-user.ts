import { type QueryClient, type QueryKey, queryOptions, useQuery } from '@tanstack/react-query'
import { ApiError } from '#client/lib/api.ts'
import { readKey } from '#client/lib/query-client.ts'
import { tidyKept } from '#client/lib/tidy-kept.ts'
import { toast } from '#client/lib/toast.ts'
import { hasUnsavedChanges } from '#client/lib/unsaved-changes.ts'
import type { Path } from '#contract/endpoints.ts'
import type { PartnerProfile } from '#contract/partners/profile.ts'
import { addressFor } from '#contract/screens.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'
import { forgetPartner, keepPartner, namedPartner } from './chosen-partner.ts'

export const currentUserPath = '/api/auth/user' satisfies Path

/** Returns a key for whose portal is shown: the signed-in user's, for one of several partners, or that of the partner whom staff view as. */
export const viewerKey = ({ id, viewing, partners, partnerId }: CurrentUser) =>
  [id, viewing?.by.id, partners.length > 1 && partnerId].filter(Boolean).join(' ')

/** The toast when another tab has started or ended viewing as a partner, while this tab cannot follow without losing typed text. */
const viewerChanged = {
  title: 'This tab stays as it is',
  description:
    'Another tab shows the portal as someone else. Your text is kept here. Switch back there to save it.',
}

/** Removes the data of the previous user, which the current user must not see. */
const clearReads = (client: QueryClient) =>
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== currentUserPath })

/** Returns whether a user no longer acts for the partner whose data the page shows. */
const hasLostPartner = (known: CurrentUser, user: CurrentUser) =>
  known.partnerId !== null && known.partnerId !== user.partnerId

/** Returns whether the server rendered this page without a session, and the session has not been read since. */
export const isForVisitor = () => document.documentElement.dataset.visitor !== undefined

/** Returns true only on the first call, because a session may begin later. */
const wasServedToVisitor = () => {
  const was = isForVisitor()
  delete document.documentElement.dataset.visitor
  return was
}

/** Reads the user. When the user no longer belongs to the partner of this tab, another of their partners takes its place. */
const readUser = async (queryKey: QueryKey): Promise<CurrentUser | null> => {
  try {
    return await readKey<CurrentUser>(queryKey, { nullOn: [401] })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404 && forgetPartner()) return readUser(queryKey)
    throw error
  }
}

/**
 * The read of the signed-in user; null for a visitor. A user is read again when the window gets the focus, because the session may have
 * ended; a visitor is read again when a tab with a signed-in user has opened.
 */
export const currentUser = queryOptions({
  queryKey: [currentUserPath],
  queryFn: async ({ client, queryKey }) => {
    if (wasServedToVisitor()) {
      void tidyKept(null)
      return null
    }
    const user = await readUser(queryKey)
    void tidyKept(user)
    if (user) keepPartner(user)
    const known = client.getQueryData<CurrentUser | null>([currentUserPath])
    if (!user || !known) return user
    const isSameViewer = viewerKey(user) === viewerKey(known)
    if (isSameViewer && !hasLostPartner(known, user)) return user
    if (!isSameViewer && hasUnsavedChanges()) {
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

/** Returns whether to show the parts that only staff may see and use. */
export const useIsStaff = () => {
  const { data: user } = useCurrentUser()
  return user ? isStaff(user.role) : false
}

/** Returns the membership of a user in the partner that they act for; undefined without one. */
export const membershipOf = ({ partners, partnerId }: CurrentUser) =>
  partners.find(({ id }) => id === partnerId)

/** Returns the membership of the signed-in user in the partner that they act for; undefined without one. */
export const useMembership = () => {
  const { data: user } = useCurrentUser()
  return user ? membershipOf(user) : undefined
}

/** Returns whether the user is a member of their partner who sees no agreements, because others sign them. */
export const useMayNotSign = () => useMembership()?.canSign === false

/**
 * Returns a function that adds the partner of this tab to an address which the browser requests by itself, such as that of a file. For a
 * user of one partner, it changes nothing.
 */
export const usePartnerAddress = () => {
  const { data: user } = useCurrentUser()
  const partnerId = user && namedPartner(user)
  return (address: string) => (partnerId ? addressFor(partnerId, address) : address)
}

/** Returns whether the signed-in user belongs to several partners, so that what is of one of them names it. */
export const useBelongsToSeveral = () => {
  const { data: user } = useCurrentUser()
  return user ? namedPartner(user) !== null : false
}

/**
 * Returns a function that returns the props of a link to something of a partner. For another partner than the one of this tab, the link
 * loads the page at `address` for that partner.
 */
export const useLinkOfPartner = () => {
  const { data: user } = useCurrentUser()
  const shown = user ? namedPartner(user) : null
  return (
    partnerId: string | null | undefined,
    address: string,
    link: { href: string; state?: unknown },
  ): { href: string; state?: unknown } =>
    partnerId && shown !== null && partnerId !== shown ? { href: addressFor(partnerId, address) } : link
}

/** Returns whether other people belong to the user's partner, too. */
export const useHasOtherMembers = () => useMembership()?.hasOtherMembers === true

/**
 * Call this after viewing as a partner starts or ends, and after the user has joined or left a partner. Removes all cached data, shows
 * nothing until the user has been read again, and makes other tabs read the user, too. Resolves when the user is known, before the
 * screen shows them.
 */
export const changeViewer = async (client: QueryClient) => {
  clearReads(client)
  tabs?.postMessage(null)
  await client.resetQueries({ queryKey: [currentUserPath] })
}

// The channel is opened only in the browser, since the server also renders this code and has no tabs.
let tabs: BroadcastChannel | undefined

const opened = 'opened'

/** Reads the user again when another tab has changed the viewer, and in a visitor's tab when a tab with a user has opened. */
export const watchViewer = (client: QueryClient) => {
  tabs = new BroadcastChannel('viewer')
  tabs.onmessage = ({ data }) => {
    if (data === opened && client.getQueryData([currentUserPath])) return
    void client.invalidateQueries({ queryKey: [currentUserPath] })
  }
}

/** Notifies other tabs that a page with a signed-in user has opened. Call this when a page has opened. */
export const announceViewer = (client: QueryClient) => {
  const user = client.getQueryData<CurrentUser>([currentUserPath])
  if (!user) return
  void tidyKept(user)
  tabs?.postMessage(opened)
}

export const ownProfilePath = '/api/partner/profile' satisfies Path

/** The read of the partner's profile; null when there is none yet. */
export const ownProfile = queryOptions({
  queryKey: [ownProfilePath],
  queryFn: ({ client, queryKey }): PartnerProfile | null | Promise<PartnerProfile | null> => {
    const user = client.getQueryData<CurrentUser | null>([currentUserPath])
    const isFirstRead = client.getQueryData(queryKey) === undefined
    // A user without a partner has no profile, so the first read needs no request. Later reads mean that something has changed.
    if (user && user.partnerId === null && isFirstRead) return null
    return readKey<PartnerProfile>(queryKey, { nullOn: [404] })
  },
})

/** The signed-in user for whom the server renders a page. The profile is null for staff and for partners without one. */
export type Viewer = { user: CurrentUser; profile: PartnerProfile | null }

/** The data that the server rendered a page with: the signed-in user, and the responses to the reads that its address needs. */
export type PageData = Viewer & { responses: [QueryKey, unknown][] }

/** Puts the server's data into the cache, as if the browser had read it. */
export const cachePageData = (client: QueryClient, { user, profile, responses }: PageData) => {
  client.setQueryData(currentUser.queryKey, user)
  if (!isStaff(user.role)) client.setQueryData(ownProfile.queryKey, profile)
  for (const [key, response] of responses) client.setQueryData(key, response)
}

export const useOwnProfile = (enabled = true) => useQuery({ ...ownProfile, enabled })

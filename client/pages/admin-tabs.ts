import type { ComponentType } from 'react'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { ownValue } from '#contract/own-value.ts'
import type { CurrentUser } from '#contract/session/session.ts'

type Content = ComponentType<{ user: CurrentUser }> & { load?: () => Promise<unknown> }
/** A tab of the Admin Panel. The search also links to the tabs. */
export type Tab = { label: string; Content: Content; adminOnly?: boolean }

/** The tabs other than the overview, by their name in the address. */
export const tabs: Record<string, Tab> = {
  partners: { label: 'Partners', Content: lazyPart(() => import('./admin/partners.tsx')) },
  agreements: {
    label: 'Agreements',
    Content: lazyPart(() => import('./admin/agreements.tsx')),
  },
  activations: {
    label: 'Activations',
    Content: lazyPart(() => import('./admin/activations.tsx')),
  },
  payments: { label: 'Payments', Content: lazyPart(() => import('./admin/payments.tsx')) },
  tasks: { label: 'Tasks', Content: lazyPart(() => import('./admin/tasks.tsx')) },
  announcements: {
    label: 'Announcements',
    Content: lazyPart(() => import('#client/features/announcements/staff/announcements.tsx')),
  },
  inbox: { label: 'Inbox', Content: lazyPart(() => import('#client/features/chat/inbox/inbox.tsx')) },
  users: { label: 'User Management', Content: lazyPart(() => import('#client/features/users/users.tsx')) },
  emails: { label: 'Emails', Content: lazyPart(() => import('#client/features/emails/emails.tsx')) },
  audit: {
    label: 'Audit Log',
    Content: lazyPart(() => import('#client/features/audit-log/audit-log.tsx')),
    adminOnly: true,
  },
  api: { label: 'API', Content: lazyPart(() => import('./admin/api.tsx')), adminOnly: true },
  settings: { label: 'Settings', Content: lazyPart(() => import('./admin/settings.tsx')) },
}

/** Loads the tab that the query of an address names. */
export const loadTab = (search: string) =>
  ownValue(tabs, new URLSearchParams(search).get('tab') ?? '')?.Content.load?.()

/** The functions that load the tabs. */
export const tabParts = Object.values(tabs).map(
  ({ Content }) =>
    () =>
      Content.load?.(),
)

import {
  ArrowRight,
  Building2,
  CalendarDays,
  FilePen,
  ListTodo,
  Megaphone,
  MessageCircle,
  User,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useBelongsToSeveral, useLinkOfPartner } from '#client/domain/current-user.ts'
import {
  useActivationDialog,
  useAgreementDialog,
  useAnnouncementDialog,
  usePartnerDialog,
  useResourceDialog,
  useTaskDialog,
} from '#client/domain/opened.ts'
import { personName } from '#client/domain/person-name.ts'
import { calendarDay } from '#client/lib/local-moment.ts'
import { FileIcon } from '#client/ui/file-icon.tsx'
import { agreementStanding, agreementStandingLabels } from '#contract/documents/standing.ts'
import { maxResultsOfKind } from '#contract/limits.ts'
import { categoryLabels } from '#contract/resources/categories.ts'
import { addressOf } from '#contract/screens.ts'
import type { SearchResults } from '#contract/search.ts'
import { taskStatusLabels } from '#contract/task-status.ts'
import { roleLabels } from '#contract/users/roles.ts'
import type { Found } from './recent.ts'
import type { LinkTarget, Scope } from './shortcuts/shortcuts.ts'

/** A line of the search: what it shows, and what it links to or does. */
export type Entry = {
  id: string
  title: string
  detail?: string | undefined
  /** A time that is shown after the detail, with its label, such as "Due". */
  moment?: { of: string; at: string }
  icon: ReactNode
  /** The keyboard shortcut that does the same. */
  keys?: string[] | undefined
  /** Whether the search stays open, because the action asks for more. */
  staysOpen?: boolean
  /** The result that is remembered after the user has opened it. */
  found?: Found
} & (LinkTarget | { run: () => void })

export type EntryGroup = { value: string; items: Entry[] }

const iconClassName = 'size-5 shrink-0 text-muted'

const kinds: Record<keyof SearchResults, string> = {
  partners: 'Partners',
  users: 'Users',
  tasks: 'Tasks',
  activations: 'Activations',
  agreements: 'Agreements',
  announcements: 'Announcements',
  resources: 'Resources',
  conversations: 'Conversations',
}

/** Turns search results into entries. */
export const useEntries = (isStaff: boolean) => {
  const partner = usePartnerDialog()
  const task = useTaskDialog()
  const activation = useActivationDialog()
  const agreement = useAgreementDialog()
  const announcement = useAnnouncementDialog()
  const resource = useResourceDialog()
  const linkOfPartner = useLinkOfPartner()
  const ofSeveral = useBelongsToSeveral()
  const namesPartners = isStaff || ofSeveral

  const linesOf = ({ kind, row }: Found): Omit<Entry, 'id' | 'found'> & LinkTarget => {
    if (kind === 'partners') {
      const icon = <Building2 aria-hidden className={iconClassName} />
      return { title: row.businessName, detail: row.fullName, icon, ...partner.linkTo(row.id) }
    }
    if (kind === 'users') {
      const title = personName(row)
      return {
        title,
        detail: [title === row.email ? '' : row.email, roleLabels[row.role]].filter(Boolean).join(' · '),
        icon: <User aria-hidden className={iconClassName} />,
        href: `/admin?${new URLSearchParams({ tab: 'users', search: row.email })}`,
      }
    }
    if (kind === 'tasks') {
      const { taskName: title, partnerId, status, dueDate, businessName } = row
      const parts = [namesPartners && businessName, taskStatusLabels[status]]
      const moment = { of: 'Due', at: dueDate }
      const icon = <ListTodo aria-hidden className={iconClassName} />
      const link = linkOfPartner(partnerId, addressOf.task(row.id), task.linkTo(row.id))
      return { title, detail: parts.filter(Boolean).join(' · '), moment, icon, ...link }
    }
    if (kind === 'activations') {
      return {
        title: row.name,
        ...(namesPartners && { detail: row.businessName }),
        moment: { of: 'Starts', at: row.activationDate },
        icon: <CalendarDays aria-hidden className={iconClassName} />,
        ...linkOfPartner(row.partnerId, addressOf.activation(row.id), activation.linkTo(row.id)),
      }
    }
    if (kind === 'agreements') {
      const standing = agreementStandingLabels[agreementStanding(row, calendarDay(new Date()))]
      return {
        title: row.documentName,
        detail: [namesPartners && row.businessName, standing].filter(Boolean).join(' · '),
        icon: <FilePen aria-hidden className={iconClassName} />,
        ...linkOfPartner(row.partnerId, addressOf.agreement(row.id), agreement.linkTo(row.id)),
      }
    }
    if (kind === 'announcements') {
      return {
        title: row.title,
        moment: { of: Date.parse(row.publishAt) > Date.now() ? 'Publishes' : 'Published', at: row.publishAt },
        icon: <Megaphone aria-hidden className={iconClassName} />,
        ...announcement.linkTo(row.id),
      }
    }
    if (kind === 'resources') {
      return {
        title: row.title,
        detail: `${categoryLabels[row.category]} · ${row.fileType.toUpperCase()}`,
        icon: <FileIcon fileType={row.fileType} />,
        ...resource.linkTo(row.id),
      }
    }
    return {
      title: row.businessName ?? personName(row),
      ...(row.businessName && { detail: personName(row) }),
      moment: { of: 'Last message', at: row.lastMessageAt },
      icon: <MessageCircle aria-hidden className={iconClassName} />,
      href: addressOf.conversation(row.id),
    }
  }

  const entryOf = (found: Found): Entry => ({ id: `${found.kind} ${found.row.id}`, found, ...linesOf(found) })

  const groupsOf = (results: SearchResults): EntryGroup[] =>
    (Object.keys(kinds) as (keyof SearchResults)[])
      .map((kind) => ({
        value: kinds[kind],
        items: results[kind].map((row) => entryOf({ kind, row } as Found)),
      }))
      .filter(({ items }) => items.length > 0)

  return { entryOf, groupsOf }
}

/** Links to lists with all matches of a kind, where the search shows only the best, and to searches that only lists offer. */
export const fartherSearches = (
  typed: string,
  results: SearchResults | undefined,
  { isStaff, isOnboarded }: Scope,
): EntryGroup[] => {
  const link = (title: string, path: string, query: Record<string, string>): Entry => ({
    id: title,
    title,
    icon: <ArrowRight aria-hidden className={iconClassName} />,
    href: `${path}?${new URLSearchParams({ ...query, search: typed })}`,
  })
  const isFull = (kind: keyof SearchResults) => results?.[kind].length === maxResultsOfKind
  const items = [
    isFull('partners') && link('All matching partners', '/admin', { tab: 'partners' }),
    isFull('users') && link('All matching users', '/admin', { tab: 'users' }),
    isOnboarded && link('Search in Resources', '/resources', {}),
    isStaff && link('Search messages in the Inbox', '/admin', { tab: 'inbox', show: 'all' }),
  ].filter((item) => item !== false)
  return items.length > 0 ? [{ value: 'More', items }] : []
}

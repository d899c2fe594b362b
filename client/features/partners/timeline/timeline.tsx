import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  Activity,
  FilePenLine,
  ListChecks,
  type LucideIcon,
  Mail,
  MessageCircle,
  StickyNote,
} from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { EmailState } from '#client/domain/email-state.tsx'
import { useEmailDialog, usePartnerDialog } from '#client/domain/opened.ts'
import { useAddressView } from '#client/lib/address-view.ts'
import { formatDateTime, formatTime } from '#client/lib/format.ts'
import { pagesOf, readOf } from '#client/lib/query-client.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Select } from '#client/ui/field.tsx'
import { PagedList } from '#client/ui/paged-list.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { limits } from '#contract/limits.ts'
import type { AdminPartner } from '#contract/partners/partners.ts'
import type { TimelineEntry } from '#contract/partners/timeline.ts'
import { type TimelineKind, timelineKindLabels, timelineKinds } from '#contract/partners/timeline-kinds.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { EntryLine, useSubjectLinks } from '../activity/activity-line.tsx'
import { DayHeading } from '../activity/day-heading.tsx'
import { NoteItem } from '../notes/note-item.tsx'

const icons: Record<TimelineKind, LucideIcon> = {
  notes: StickyNote,
  messages: MessageCircle,
  tasks: ListChecks,
  agreements: FilePenLine,
  emails: Mail,
  activity: Activity,
}

/** Reads the timeline of a partner, of the kind that the address names. */
export const useTimeline = (partnerId: string, search = '') => {
  const chosen = useAddressView().get('timeline')
  const kind = timelineKinds.find((each) => each === chosen)
  return useInfiniteQuery({
    ...pagesOf('/api/admin/partners/:partnerId/timeline', {
      params: { partnerId },
      query: { ...(kind && { kind }), search, limit: '20' },
    }),
    placeholderData: keepPreviousData,
  })
}

/** What happened between a partner and the team by days, the latest first. The address contains the chosen kind. */
export function Timeline({ me, partner }: { me: CurrentUser; partner: AdminPartner }) {
  const { linkToPart } = usePartnerDialog()
  const [, navigate] = useLocation()
  const chosen = useAddressView().get('timeline')
  const kind = timelineKinds.find((each) => each === chosen)
  const [search, setSearch] = useState('')
  const query = useTimeline(partner.id, search)
  useReadWithMessages(partner)
  const linkOf = useEntryLinks()
  const now = new Date(useNow())
  const rows = query.data?.pages.flatMap((page) => page.rows)
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        <Select
          aria-label="Kind of entry"
          value={kind ?? ''}
          onChange={({ target }) => {
            const { href, ...how } = linkToPart('timeline', target.value || null)
            navigate(href, how)
          }}
          className="sm:w-44"
        >
          <option value="">Everything</option>
          {timelineKinds.map((each) => (
            <option key={each} value={each}>
              {timelineKindLabels[each]}
            </option>
          ))}
        </Select>
        <SearchField
          label="Search the timeline"
          placeholder="Search"
          maxLength={limits.name}
          value={search}
          onSearch={setSearch}
          className="min-w-48 flex-1"
        />
      </div>
      <PagedList
        what="timeline"
        query={query}
        rows={rows}
        emptyLine={kind || search ? 'Nothing found' : 'Nothing has happened yet'}
        renderRow={(entry, index) => (
          <li key={entry.id} className="border-none!">
            <DayHeading at={entry.at} before={rows?.[index - 1]?.at} now={now} />
            <Entry entry={entry} me={me} link={linkOf(entry)} />
          </li>
        )}
      />
    </>
  )
}

type EntryProps = {
  entry: TimelineEntry
  me: CurrentUser
  link: ReturnType<ReturnType<typeof useEntryLinks>>
}

function Entry({ entry, me, link }: EntryProps): ReactNode {
  const { kind, at, text, actorName, emailStatus, note } = entry
  const time = (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatTime(at)}
    </time>
  )
  if (note) return <NoteItem note={note} me={me} time={time} />
  return (
    <EntryLine
      icon={icons[kind]}
      text={text}
      actorName={actorName}
      time={time}
      link={link}
      end={emailStatus && emailStatus !== 'sent' && <EmailState status={emailStatus} nextAttemptAt={null} />}
      className="-mx-2 rounded-control px-2 py-2"
    />
  )
}

/** Returns a function that gives the props of the link of an entry, or null if there is nothing to open. */
const useEntryLinks = () => {
  const { linkToPart } = usePartnerDialog()
  const email = useEmailDialog()
  const subjectLink = useSubjectLinks()
  return (entry: TimelineEntry) => {
    if (entry.kind === 'messages') return linkToPart('section', 'conversation')
    return entry.kind === 'emails' ? email.linkTo(entry.id) : subjectLink(entry)
  }
}

/** Reads the timeline again when a message arrives: the notice of a message names its conversation and not the partner. */
const useReadWithMessages = ({ id, conversationId }: AdminPartner) => {
  const client = useQueryClient()
  const params = { conversationId: conversationId ?? '' }
  const read = readOf('/api/chat/conversations/:conversationId', { params })
  const seq = useQuery({ ...read, enabled: conversationId !== null }).data?.lastMessage?.seq
  const [known, setKnown] = useState(seq)
  useEffect(() => {
    setKnown(seq)
    if (known === undefined || seq === known) return
    void client.invalidateQueries({ queryKey: ['/api/admin/partners', id, 'timeline'] })
  }, [client, id, seq, known])
}

import { X } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useAnnouncementDialog } from '#client/domain/opened.ts'
import { formatNumber } from '#client/lib/format.ts'
import { useIsHydrated } from '#client/lib/use-is-hydrated.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { LeavingNote, LeavingProvider, useLeaving, useLeavingRows } from '#client/ui/leaving-rows.tsx'
import { heldWhile, QueryState } from '#client/ui/query-state.tsx'
import { useFocusOfGoneRow } from '#client/ui/use-focus-of-gone-row.ts'
import type { Announcement } from '#contract/announcements.ts'
import { AnnouncementCard, cardTitleClassName } from './announcement-card.tsx'
import { Byline, ClampedText } from './announcement-text.tsx'
import { useDismiss, useMarkRead } from './mutations.ts'
import { useOwnAnnouncements } from './queries.ts'
import { useSeenWhole } from './use-seen-whole.ts'

/** What is announced to the partner, until they dismiss it; nothing where there is nothing. */
export function OwnAnnouncements({ isHeld }: { isHeld: boolean }) {
  const query = useOwnAnnouncements()
  const isHydrated = useIsHydrated()
  const { data, isError } = heldWhile(isHeld, query)
  const { rows: shown, leavingOf } = useLeavingRows(data?.rows)
  const more = data ? data.total - data.rows.length : 0
  const isEmpty = shown ? shown.length === 0 : !isError
  return (
    // Without anything in it, it has no place among the others.
    <section
      aria-label="Announcements"
      {...useFocusOfGoneRow()}
      className={isEmpty ? 'absolute' : 'grid min-w-0 grid-cols-1 gap-3 outline-none'}
    >
      <QueryState
        query={{ ...heldWhile(isHeld, query), data: shown }}
        loading={null}
        failure={{ title: 'The announcements could not be loaded' }}
        empty={{ when: (rows) => rows.length === 0, show: null }}
      >
        {(rows) => (
          <ul className="grid grid-cols-1 gap-3">
            {/* Whether "Read more" is below its text is measured in the browser: nothing that it would move is rendered before. */}
            {(isHydrated ? rows : rows.slice(0, 1)).map((announcement) => (
              <LeavingProvider key={announcement.id} row={leavingOf(announcement)}>
                <OwnAnnouncement announcement={announcement} />
              </LeavingProvider>
            ))}
          </ul>
        )}
      </QueryState>
      {more > 0 && isHydrated && (
        <Button
          className="justify-self-start"
          pending={query.isFetchingNextPage}
          onClick={() => query.fetchNextPage()}
        >
          {query.isFetchNextPageError ? 'Retry' : `Show more announcements (${formatNumber(more)})`}
        </Button>
      )}
    </section>
  )
}

function OwnAnnouncement({ announcement }: { announcement: Announcement }) {
  const { title, body, publishAt, readAt } = announcement
  const link = useAnnouncementDialog().linkTo(announcement.id)
  const leaving = useLeaving()
  const { mutate: dismiss } = useDismiss()
  const markRead = useMarkRead()
  const [isWhole, setWhole] = useState(false)
  const cardRef = useRef<HTMLElement>(null)
  useSeenWhole(cardRef, isWhole && readAt === null, () => markRead(announcement))
  const handleMeasure = useCallback((whole: boolean) => setWhole(whole), [])
  return (
    <li tabIndex={-1} className="rounded-card">
      <AnnouncementCard
        ref={cardRef}
        title={
          <h2 className={cardTitleClassName}>
            <Link {...link} className="rounded-mark hover:underline touch:py-3.5">
              {title}
            </Link>
          </h2>
        }
        byline={<Byline publishAt={publishAt} />}
        action={
          leaving ? (
            <LeavingNote row={leaving} />
          ) : (
            <IconButton label={`Dismiss ${title}`} onClick={() => dismiss(announcement)}>
              <X aria-hidden className="size-4" />
            </IconButton>
          )
        }
      >
        <ClampedText
          body={body}
          onMeasure={handleMeasure}
          more={
            <Link
              {...link}
              aria-label={`Read more: ${title}`}
              className="text-link justify-self-start touch:py-3"
            >
              Read more
            </Link>
          }
        />
      </AnnouncementCard>
    </li>
  )
}

import { X } from 'lucide-react'
import { Link } from 'wouter'
import { Day } from '#client/domain/day.tsx'
import { useAnnouncementDialog } from '#client/domain/opened.ts'
import { formatNumber } from '#client/lib/format.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button, IconButton } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { LeavingNote, LeavingProvider, useLeaving, useLeavingRows } from '#client/ui/leaving-rows.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { useFocusOfGoneRow } from '#client/ui/use-focus-of-gone-row.ts'
import type { Announcement } from '#contract/announcements.ts'
import { AnnouncementLine } from './announcement-line.tsx'
import { useDismiss } from './mutations.ts'
import { useOwnAnnouncements } from './queries.ts'

/** Lists the announcements for the partner, one line each, until the partner dismisses them. Renders nothing if there are none. */
export function OwnAnnouncements() {
  const query = useOwnAnnouncements()
  const { data, isError } = query
  const { rows: shown, leavingOf } = useLeavingRows(data?.rows)
  const more = data ? data.total - data.rows.length : 0
  const isEmpty = shown ? shown.length === 0 : !isError
  return (
    // An empty section is positioned absolutely, so that it leaves no gap between the other sections.
    <section
      aria-label="Announcements"
      {...useFocusOfGoneRow()}
      className={isEmpty ? 'absolute' : 'grid min-w-0 grid-cols-1 gap-3 outline-none'}
    >
      <QueryState
        query={{ ...query, data: shown }}
        loading={null}
        failure={{ title: 'The announcements could not be loaded' }}
        empty={{ when: (rows) => rows.length === 0, show: null }}
      >
        {(rows) => (
          <ul className="grid grid-cols-1 divide-y divide-line overflow-clip rounded-card border border-line bg-surface">
            {rows.map((announcement) => (
              <LeavingProvider key={announcement.id} row={leavingOf(announcement)}>
                <OwnAnnouncement announcement={announcement} />
              </LeavingProvider>
            ))}
          </ul>
        )}
      </QueryState>
      {more > 0 && (
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
  const { id, title, publishAt, readAt } = announcement
  const leaving = useLeaving()
  const { mutate: dismiss } = useDismiss()
  return (
    <li tabIndex={-1} className="min-w-0 focus-visible:-outline-offset-2">
      <AnnouncementLine
        title={
          <>
            <h2 className={classNames('min-w-0 text-15', readAt === null ? 'font-semibold' : 'font-normal')}>
              <Link
                {...useAnnouncementDialog().linkTo(id)}
                title={title}
                className="wrap-anywhere line-clamp-2 rounded-mark hover:underline sm:line-clamp-1 touch:-my-1 touch:py-1"
              >
                {title}
              </Link>
            </h2>
            {readAt === null && <Badge tone="info">New</Badge>}
          </>
        }
        byline={<Day at={publishAt} />}
        action={
          leaving ? (
            <LeavingNote row={leaving} />
          ) : (
            <IconButton icon={X} label={`Dismiss ${title}`} onClick={() => dismiss(announcement)} />
          )
        }
      />
    </li>
  )
}

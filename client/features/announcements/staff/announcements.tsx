import { Megaphone, Plus } from 'lucide-react'
import { audienceLabel } from '#client/domain/audience/audience.ts'
import { Day } from '#client/domain/day.tsx'
import { useAnnouncementDialog } from '#client/domain/opened.ts'
import { pageOf } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { choiceFilter, searchFilter } from '#client/ui/list-filters.tsx'
import { describeList, ListScreen, useList } from '#client/ui/list-screen.tsx'
import { LeadLink, menuColumn } from '#client/ui/row-columns.tsx'
import { RowText } from '#client/ui/row-text.tsx'
import type { AdminAnnouncement } from '#contract/announcements.ts'
import { keysOf } from '#contract/keys-of.ts'
import { AnnouncementMenu } from './announcement-menu.tsx'
import { ReadProgress, StateBadge, stateLabels } from './announcement-parts.tsx'
import { AnnouncementForm } from './lazy-dialogs.ts'

const announcements = describeList({
  title: 'Announcements',
  rowsLabel: 'announcements',
  counted: 'announcement',
  read: (query) => pageOf('/api/admin/announcements', { query }),
  pageSize: 20,
  filters: {
    search: searchFilter('Search announcements', 'Search by title'),
    state: choiceFilter({
      label: 'Status',
      none: 'All statuses',
      options: keysOf(stateLabels).map((each) => [each, stateLabels[each]]),
    }),
  },
  failure: { title: 'The announcements could not be loaded' },
  empty: {
    icon: Megaphone,
    line: 'No announcements yet',
    narrowedLine: 'No announcements match these filters',
  },
})

/** All announcements, with how many partners have read each. */
export default function Announcements() {
  const { linkTo } = useAnnouncementDialog()
  return (
    <ListScreen
      list={useList(announcements)}
      columns={columns(linkTo)}
      actions={
        <Button variant="primary" opens={(opening) => <AnnouncementForm {...opening} announcement={null} />}>
          <Plus aria-hidden className="size-4 sm:hidden" />
          <span className="max-sm:sr-only">New announcement</span>
        </Button>
      }
    />
  )
}

const columns = (linkTo: (id: string) => { href: string; state: unknown }): Column<AdminAnnouncement>[] => [
  {
    id: 'title',
    heading: 'Title',
    lead: true,
    className: 'md:w-[38%] max-md:pr-11!',
    cell: ({ id, title }) => <LeadLink name={title} link={linkTo(id)} />,
  },
  {
    id: 'for',
    heading: 'For',
    className: 'md:w-[24%]',
    cell: (announcement) => <RowText>{audienceLabel(announcement)}</RowText>,
  },
  {
    id: 'state',
    heading: 'Status',
    className: 'md:w-px',
    cell: (announcement) => <StateBadge {...announcement} />,
  },
  {
    id: 'published',
    heading: 'Publish date',
    className: 'md:w-px whitespace-nowrap tabular-nums',
    cell: ({ publishAt }) => <Day at={publishAt} />,
  },
  {
    id: 'read',
    heading: 'Read',
    className: 'md:w-[22%]',
    cell: (announcement) => <ReadProgress announcement={announcement} />,
  },
  menuColumn((announcement) => <AnnouncementMenu announcement={announcement} />),
]

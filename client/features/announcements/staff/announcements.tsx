import { Megaphone, Plus } from 'lucide-react'
import { audienceLabel } from '#client/domain/audience/audience.ts'
import { Day } from '#client/domain/day.tsx'
import { useAnnouncementDialog } from '#client/domain/opened.ts'
import { useAddressView } from '#client/lib/address-view.ts'
import { formatCount } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { DialogHost, useOpenDialog } from '#client/ui/dialog-host.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FilterBar } from '#client/ui/filter-bar.tsx'
import { Choice } from '#client/ui/filter-choices.tsx'
import { PagedTable } from '#client/ui/paged-table.tsx'
import { LeadLink, menuColumn } from '#client/ui/row-columns.tsx'
import { RowText } from '#client/ui/row-text.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { useFocusOfGoneRow } from '#client/ui/use-focus-of-gone-row.ts'
import {
  type AdminAnnouncement,
  announcementStateLabels,
  announcementStates,
} from '#contract/announcements.ts'
import { limits } from '#contract/fields.ts'
import { AnnouncementMenu } from './announcement-menu.tsx'
import { ReadProgress, StateBadge } from './announcement-parts.tsx'
import { AnnouncementForm } from './lazy-dialogs.ts'
import { announcementsPageSize, useAnnouncements } from './queries.ts'

/** All announcements, with how many partners have read each. */
export default function Announcements() {
  return (
    <DialogHost>
      <AnnouncementTable />
    </DialogHost>
  )
}

function AnnouncementTable() {
  const view = useAddressView()
  const { linkTo } = useAnnouncementDialog()
  const search = view.get('search').slice(0, limits.name)
  const state = announcementStates.find((each) => each === view.get('state'))
  const announcements = useAnnouncements({ search, state }, view.page)
  return (
    <Card
      title="Announcements"
      description={announcements.data && formatCount(announcements.data.total, 'announcement')}
      actions={<NewAnnouncement />}
      flush
    >
      <FilterBar
        active={state ? 1 : 0}
        search={
          <SearchField
            label="Search announcements"
            placeholder="Search by title"
            maxLength={limits.name}
            value={search}
            onSearch={(text) => view.change({ search: text }, { replace: true })}
          />
        }
      >
        <Choice
          view={view}
          name="state"
          label="State"
          value={state ?? ''}
          none="All states"
          options={announcementStates.map((each) => [each, announcementStateLabels[each]])}
        />
      </FilterBar>
      <div {...useFocusOfGoneRow()} className="outline-none">
        <PagedTable
          label="Announcements"
          rowsLabel="announcements"
          columns={columns(linkTo)}
          query={announcements}
          failure={{ title: 'The announcements could not be loaded' }}
          empty={
            <EmptyState
              icon={Megaphone}
              line={search || state ? 'No announcements match these filters' : 'Nothing announced yet'}
            />
          }
          view={view}
          pageSize={announcementsPageSize}
        />
      </div>
    </Card>
  )
}

function NewAnnouncement() {
  const openDialog = useOpenDialog()
  return (
    <Button
      variant="primary"
      onClick={() => openDialog((opening) => <AnnouncementForm {...opening} announcement={null} />)}
    >
      <Plus aria-hidden className="size-4 sm:hidden" />
      <span className="max-sm:sr-only">New announcement</span>
    </Button>
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
    heading: 'State',
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

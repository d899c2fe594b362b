import { Megaphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { forAudience } from '#client/domain/audience/audience.ts'
import { Day } from '#client/domain/day.tsx'
import { AttachedFiles } from '#client/domain/files/attached-files.tsx'
import { useAnnouncementDialog } from '#client/domain/opened.ts'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { RemindButton } from '#client/domain/reminders/remind-button.tsx'
import { useAddressView } from '#client/lib/address-view.ts'
import { DetailsDialog } from '#client/ui/details-dialog.tsx'
import { Fact, Titled } from '#client/ui/facts.tsx'
import { FilterLinks } from '#client/ui/filter-links.tsx'
import { TextSkeleton } from '#client/ui/loading.tsx'
import { PagedList } from '#client/ui/paged-list.tsx'
import type { AdminAnnouncement } from '#contract/announcements.ts'
import { WholeText } from '../announcement-text.tsx'
import { AnnouncementMenu } from './announcement-menu.tsx'
import { ReadProgress, StateBadge } from './announcement-parts.tsx'
import { useAnnouncement, useReaders } from './queries.ts'

type StaffAnnouncementProps = {
  announcementId: string
  open: boolean
  onClose: () => void
  /** The dialogs that open on top of this one. */
  children: ReactNode
}

/** An announcement with who has read it, for staff. */
export default function StaffAnnouncement({ announcementId, ...opening }: StaffAnnouncementProps) {
  return (
    <DetailsDialog
      {...opening}
      query={useAnnouncement(announcementId)}
      what="announcement"
      titleOf={({ title }) => title}
      descriptionOf={forAudience}
      actionsOf={(announcement) => (
        <AnnouncementMenu announcement={announcement} onDeleted={opening.onClose} />
      )}
      size="roomy"
      className="min-h-96"
      loading={<TextSkeleton className="h-64" />}
      gone={{ icon: Megaphone, line: 'This announcement no longer exists.' }}
      renderDetails={(announcement) => (
        <div className="grid grid-cols-1 gap-x-8 gap-y-6 pb-6 sm:grid-cols-[minmax(0,1fr)_17rem]">
          <Facts announcement={announcement} />
          <div className="grid min-w-0 grid-cols-1 content-start gap-6 sm:col-start-1 sm:row-start-1">
            <Titled title="Text">
              <WholeText body={announcement.body} />
            </Titled>
            {announcement.resources.length > 0 && (
              <Titled title="Files">
                <AttachedFiles files={announcement.resources} />
              </Titled>
            )}
            <Readers announcement={announcement} />
          </div>
        </div>
      )}
    />
  )
}

function Facts({ announcement }: { announcement: AdminAnnouncement }) {
  const { state, publishAt, endsAt, author } = announcement
  return (
    <dl className="grid grid-cols-2 content-start gap-4 sm:col-start-2 sm:grid-cols-1">
      <Fact label="Status">
        <StateBadge state={state} />
      </Fact>
      <Fact label="Read">
        <ReadProgress announcement={announcement} />
      </Fact>
      <Fact label={state === 'scheduled' ? 'Publishes' : 'Published'}>
        <Day at={publishAt} exact />
      </Fact>
      <Fact label={state === 'ended' ? 'Ended' : 'Ends'}>
        {endsAt ? <Day at={endsAt} exact /> : 'No end date'}
      </Fact>
      {author && (
        <Fact label="Written by">
          {author.name}
          <span className="block text-13 text-muted">Partners see "Partner Team"</span>
        </Fact>
      )}
    </dl>
  )
}

const filters = [
  ['', 'All', undefined],
  ['read', 'Read', 'read'],
  ['unread', 'Not read', 'unread'],
] as const

/** The partners in the current audience or, once the announcement has ended, in the audience that it had then. */
function Readers({ announcement: { id, state, readers: counts } }: { announcement: AdminAnnouncement }) {
  const { linkToPart } = useAnnouncementDialog()
  const chosen = useAddressView().get('readers')
  const [shown, , show] = filters.find(([name]) => name === chosen) ?? filters[0]
  const readers = useReaders(id, show)
  return (
    <Titled title="Partners">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <FilterLinks
          label="Partners shown"
          inPlace
          choices={filters.map(([name, label]) => ({
            label,
            href: linkToPart('readers', name || null).href,
            isChosen: name === shown,
          }))}
        />
        {state === 'active' && counts.read < counts.partners && (
          <RemindButton about={{ kind: 'announcements', ids: [id] }} />
        )}
      </div>
      <PagedList
        what="partners"
        query={readers}
        rows={readers.data?.pages.flatMap(({ rows }) => rows)}
        emptyLine={emptyLines[shown]}
        renderRow={({ id: partnerId, fullName, businessName, readAt }) => (
          <li key={partnerId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
            <PartnerLink
              partnerId={partnerId}
              className="wrap-anywhere min-w-0 rounded-mark hover:underline touch:py-3"
            >
              <span className="font-medium">{fullName}</span>{' '}
              <span className="text-13 text-muted">{businessName}</span>
            </PartnerLink>
            <span className="text-13 text-muted">
              {readAt ? (
                <>
                  Read <Day at={readAt} exact />
                </>
              ) : state === 'scheduled' ? (
                'Not published yet'
              ) : (
                'Not read'
              )}
            </span>
          </li>
        )}
      />
    </Titled>
  )
}

const emptyLines = {
  '': 'No partner is in this audience yet',
  read: 'No one has read it yet',
  unread: 'Everyone has read it',
}

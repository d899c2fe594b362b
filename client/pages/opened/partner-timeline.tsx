import { useQuery } from '@tanstack/react-query'
import { NeedsAttention } from '#client/features/overview/needs-attention.tsx'
import { NoteComposer } from '#client/features/partners/notes/note-form.tsx'
import { NotesOnTop, useNotesOnTop } from '#client/features/partners/notes/notes-on-top.tsx'
import { KeyFacts } from '#client/features/partners/record/key-facts.tsx'
import { Timeline, useTimeline } from '#client/features/partners/timeline/timeline.tsx'
import { readOf } from '#client/lib/query-client.ts'
import { CardSkeleton } from '#client/ui/loading.tsx'
import { ShownTogether } from '#client/ui/shown-together.tsx'
import type { AdminPartner } from '#contract/partners/partners.ts'
import type { PartnerSummary } from '#contract/partners/record.ts'
import type { CurrentUser } from '#contract/session/session.ts'

type PartnerTimelineProps = {
  me: CurrentUser
  partner: AdminPartner
  summary: PartnerSummary | undefined
}

/** The first section of a partner's record: what waits, the notes and the timeline, with the key facts beside them. */
export function PartnerTimeline({ me, partner, summary }: PartnerTimelineProps) {
  const attention = useQuery(readOf('/api/admin/attention', { query: { partnerId: partner.id } }))
  const reads = [attention, useNotesOnTop(partner.id), useTimeline(partner.id)]
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_16rem]">
      <ShownTogether
        reads={reads}
        // On a small screen, the facts are below the skeleton, so they must not be in view before the timeline is.
        skeleton={<CardSkeleton className="h-72 max-lg:h-svh" />}
        className="grid min-w-0 grid-cols-1 content-start gap-5 [[hidden]]:hidden"
      >
        {attention.data && <NeedsAttention attention={attention.data} partnerId={partner.id} />}
        <NoteComposer me={me} partnerId={partner.id} />
        <NotesOnTop me={me} partnerId={partner.id} />
        <div>
          <Timeline me={me} partner={partner} />
        </div>
      </ShownTogether>
      <aside
        aria-label="Facts"
        className="border-line max-lg:border-t max-lg:pt-5 lg:sticky lg:top-12 lg:self-start lg:border-l lg:pl-6"
      >
        <KeyFacts partner={partner} summary={summary} />
      </aside>
    </div>
  )
}

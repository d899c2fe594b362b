import { SharedProgress } from '#client/domain/audience/shared-progress.tsx'
import { Badge, type BadgeTone } from '#client/ui/badge.tsx'
import {
  type AdminAnnouncement,
  type AnnouncementState,
  announcementStateLabels,
} from '#contract/announcements.ts'

const tones: Record<AnnouncementState, BadgeTone> = {
  active: 'positive',
  scheduled: 'info',
  ended: 'neutral',
}

export function StateBadge({ state }: Pick<AdminAnnouncement, 'state'>) {
  return <Badge tone={tones[state]}>{announcementStateLabels[state]}</Badge>
}

/** Shows how many partners of the audience have read the announcement. */
export function ReadProgress({ announcement }: { announcement: AdminAnnouncement }) {
  const { title, state, readers } = announcement
  if (state === 'scheduled') return <span className="text-muted">Not published yet</span>
  const { read, ...counts } = readers
  return <SharedProgress name={title} done={read} verb="have read it" {...counts} />
}

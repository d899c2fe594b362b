import { SharedProgress } from '#client/domain/audience/shared-progress.tsx'
import { Badge, type BadgeTone } from '#client/ui/badge.tsx'
import type { AdminAnnouncement, AnnouncementState } from '#contract/announcements.ts'

export const stateLabels: Record<AnnouncementState, string> = {
  active: 'Active',
  scheduled: 'Scheduled',
  ended: 'Ended',
}

const tones: Record<AnnouncementState, BadgeTone> = {
  active: 'positive',
  scheduled: 'info',
  ended: 'neutral',
}

export function StateBadge({ state }: Pick<AdminAnnouncement, 'state'>) {
  return <Badge tone={tones[state]}>{stateLabels[state]}</Badge>
}

/** Shows how many partners of the audience have read the announcement. */
export function ReadProgress({ announcement }: { announcement: AdminAnnouncement }) {
  const { title, state, readers } = announcement
  if (state === 'scheduled') return <span className="text-muted">Not published yet</span>
  const { read, ...counts } = readers
  return <SharedProgress name={title} done={read} verb="have read it" {...counts} />
}

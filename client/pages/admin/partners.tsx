import { Layers, ListChecks, Megaphone, PenLine } from 'lucide-react'
import { AnnouncementForm } from '#client/features/announcements/staff/lazy-dialogs.ts'
import { AddDocumentDialog } from '#client/features/documents/lazy-dialogs.ts'
import type { FormForPartners } from '#client/features/partners/bulk/selection-actions.tsx'
import { Partners } from '#client/features/partners/partners.tsx'
import { GiveAnySet } from '#client/features/task-plans/lazy-dialogs.ts'
import { TaskDialog } from '#client/features/tasks/lazy-dialogs.ts'
import type { CurrentUser } from '#contract/session/session.ts'

/** The forms that can begin with the partners that are selected in the table. */
const forms: FormForPartners[] = [
  {
    icon: ListChecks,
    label: 'Task…',
    open: (partnerIds) => (opening) => (
      <TaskDialog {...opening} task={null} partner={null} partnerIds={partnerIds} />
    ),
  },
  {
    icon: Layers,
    label: 'Task set…',
    open: (partnerIds) => (opening) => <GiveAnySet {...opening} partnerIds={partnerIds} />,
  },
  {
    icon: PenLine,
    label: 'Agreement…',
    open: (partnerIds) => (opening) => (
      <AddDocumentDialog {...opening} partner={null} partnerIds={partnerIds} />
    ),
  },
  {
    icon: Megaphone,
    label: 'Announcement…',
    open: (partnerIds) => (opening) => (
      <AnnouncementForm {...opening} announcement={null} partnerIds={partnerIds} />
    ),
  },
]

/** The tab with all partners. */
export default function PartnersTab({ user }: { user: CurrentUser }) {
  return <Partners user={user} forms={forms} />
}

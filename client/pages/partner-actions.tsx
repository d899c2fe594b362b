import { BellRing, MessageCircle, UserRound } from 'lucide-react'
import { MessageDialog } from '#client/domain/bulk/lazy-dialog.ts'
import { RemindDialog } from '#client/domain/reminders/lazy-dialog.ts'
import { SetManager } from '#client/features/partners/bulk/lazy-dialogs.ts'
import type { PartnerAction } from '#client/features/search/actions.tsx'

/** The actions on a partner that the search offers. */
export const partnerActions: readonly PartnerAction[] = [
  {
    title: 'Remind…',
    icon: BellRing,
    open: (id) => (opening) => (
      <RemindDialog {...opening} reminder={{ about: { kind: 'open' }, ids: [id] }} />
    ),
  },
  {
    title: 'Message…',
    icon: MessageCircle,
    open: (id) => (opening) => <MessageDialog {...opening} chosen={{ ids: [id], count: 1 }} />,
  },
  {
    title: 'Assign a manager…',
    icon: UserRound,
    open: (id) => (opening) => (
      <SetManager {...opening} chosen={{ ids: [id], count: 1 }} onBegun={() => {}} />
    ),
  },
]

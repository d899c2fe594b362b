import { Inbox } from '#client/features/chat/inbox/inbox.tsx'
import { OfficeHours } from '#client/features/chat/office-hours/office-hours.tsx'
import type { CurrentUser } from '#contract/session/session.ts'

export default function InboxTab({ user }: { user: CurrentUser }) {
  return <Inbox user={user} actions={user.role === 'admin' && <OfficeHours />} />
}

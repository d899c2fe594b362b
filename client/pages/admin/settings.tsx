import { SavedReplyList } from '#client/features/chat/inbox/saved-replies/saved-replies.tsx'
import { OfficeHours } from '#client/features/chat/office-hours/office-hours.tsx'
import { ReportSettings } from '#client/features/overview/report/report-settings.tsx'
import { GroupManagers } from '#client/features/partners/manager/group-managers.tsx'
import { TagList } from '#client/features/partners/tags/tag-list.tsx'
import { Card } from '#client/ui/card.tsx'
import type { CurrentUser } from '#contract/session/session.ts'

/** The settings that apply to the whole team. */
export default function Settings({ user }: { user: CurrentUser }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      {user.role === 'admin' && <OfficeHours />}
      {user.role === 'admin' && <ReportSettings />}
      <Card
        title="Saved replies"
        description="Shared with the whole team. Type / in an empty message to use one."
      >
        <SavedReplyList />
      </Card>
      <Card
        title="Managers of groups"
        description="A partner who comes into a group without a partner manager gets the manager of the group."
      >
        <GroupManagers />
      </Card>
      <Card title="Tags" description="Shared with the whole team. Partners never see their tags.">
        <TagList />
      </Card>
    </div>
  )
}

import { personName } from '#client/domain/person-name.ts'
import { useTeam } from '#client/domain/queries.ts'
import { formatCount } from '#client/lib/format.ts'
import type { Selection } from '#client/lib/selection.ts'
import { Button } from '#client/ui/button.tsx'
import { Select } from '#client/ui/field.tsx'
import { SelectionCount, SelectPage } from '#client/ui/select-rows.tsx'
import type { ChatConversation } from '#contract/chat/inbox.ts'
import { LabelsDialog } from './labels-dialog.tsx'
import type { ChangeConversations, ConversationChange } from './mutations.ts'
import { SnoozeConversations } from './snooze-dialog.tsx'

type SelectionActionsProps = { selection: Selection; change: ChangeConversations; shown: ChatConversation[] }

/** The actions on the selected conversations. */
export function SelectionActions({ selection, change, shown }: SelectionActionsProps) {
  const rows = shown.filter(({ id }) => selection.ids.includes(id))
  const { data: team = [] } = useTeam()
  const changeAll = (fields: ConversationChange) =>
    change.mutate({ rows, change: fields }, { onSuccess: selection.clear })
  const dialog = {
    rows,
    what: rows.length === 1 && rows[0] ? personName(rows[0]) : formatCount(rows.length, 'conversation'),
    onDone: selection.clear,
  }
  const isClosed = rows.every(({ closedAt }) => closedAt)
  const isSnoozed = rows.every(({ snoozedUntil }) => snoozedUntil)
  return (
    <>
      <span className="max-md:hidden">
        <SelectPage shown={shown} selection={selection} />
      </span>
      <span className="grow basis-3/4 text-13">
        <SelectionCount selection={selection} total="" />
      </span>
      <Button size="small" pending={change.isPending} onClick={() => changeAll({ closed: !isClosed })}>
        {isClosed ? 'Reopen' : 'Close'}
      </Button>
      {isSnoozed ? (
        <Button size="small" pending={change.isPending} onClick={() => changeAll({ snoozedUntil: null })}>
          Bring back
        </Button>
      ) : (
        <Button size="small" opens={(opening) => <SnoozeConversations {...opening} {...dialog} />}>
          Snooze…
        </Button>
      )}
      <Button size="small" opens={(opening) => <LabelsDialog {...opening} {...dialog} />}>
        Label…
      </Button>
      <Select
        aria-label="Assign to"
        value="choose"
        onChange={({ target }) => changeAll({ assignedTo: target.value || null })}
        className="w-36"
      >
        <option value="choose" hidden>
          Assign to…
        </option>
        <option value="">Nobody</option>
        {team.map((member) => (
          <option key={member.id} value={member.id}>
            {personName(member)}
          </option>
        ))}
      </Select>
    </>
  )
}

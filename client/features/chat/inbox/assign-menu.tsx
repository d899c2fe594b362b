import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { personName } from '#client/domain/person-name.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Menu, MenuItem, MenuSeparator } from '#client/ui/menu.tsx'
import type { StaffMember } from '#contract/chat/notes.ts'
import type { CurrentUser } from '#contract/session/session.ts'

type AssignMenuProps = {
  assignedTo: StaffMember | null
  user: CurrentUser
  /** Undefined while they are on their way. */
  team: readonly StaffMember[] | undefined
  isPending: boolean
  onAssign: (to: string | null) => void
}

/** Who answers: oneself, a colleague or nobody in particular. */
export function AssignMenu({ assignedTo, user, team = [], isPending, onAssign }: AssignMenuProps) {
  const colleagues = team.filter(({ id }) => id !== user.id)
  const current = assignedTo ? (assignedTo.id === user.id ? 'You' : personName(assignedTo)) : ''
  return (
    <Menu
      trigger={
        <Button size="small" aria-disabled={isPending} className="max-w-44">
          <span className="min-w-0 truncate">
            <span className="sr-only">Assigned to </span>
            {assignedTo ? current : <AssignWord />}
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0" />
        </Button>
      }
    >
      <div className="max-h-72 overflow-y-auto">
        <Choice isChosen={assignedTo?.id === user.id} onSelect={() => onAssign(user.id)}>
          Assign to me
        </Choice>
        {colleagues.map((member) => (
          <Choice
            key={member.id}
            isChosen={assignedTo?.id === member.id}
            onSelect={() => onAssign(member.id)}
          >
            {personName(member)}
          </Choice>
        ))}
        <MenuSeparator />
        <Choice isChosen={assignedTo === null} onSelect={() => onAssign(null)}>
          Nobody
        </Choice>
      </div>
    </Menu>
  )
}

function AssignWord() {
  return (
    <>
      <span className="sr-only">nobody</span>
      <span aria-hidden>Assign</span>
    </>
  )
}

type ChoiceProps = { isChosen: boolean; onSelect: () => void; children: string }

function Choice({ isChosen, onSelect, children }: ChoiceProps) {
  return (
    <MenuItem onSelect={onSelect}>
      <Check aria-hidden className={classNames(!isChosen && 'invisible')} />
      <span className="max-w-64 truncate">{children}</span>
      {isChosen && <span className="sr-only">, chosen</span>}
    </MenuItem>
  )
}

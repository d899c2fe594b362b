import type { MouseEvent } from 'react'
import { useCurrentUser, useMayNotSign } from '#client/domain/current-user.ts'
import { personName } from '#client/domain/person-name.ts'
import { Button } from '#client/ui/button.tsx'
import { Fact } from '#client/ui/facts.tsx'
import { Select } from '#client/ui/field.tsx'
import type { TaskDetails } from '#contract/task-work.ts'
import { AssigneeName } from '../assignee-name.tsx'
import { useAssignTask } from '../mutations.ts'
import { usePeople } from '../queries.ts'
import { isOpen } from '../task-state.ts'

type AssigneeProps = { task: TaskDetails; isForStaff: boolean }

const everybody = 'Everybody'

/** Shows which person of the partner has the task, for partners with several. People take a task, and those with the right give it to others. */
export function Assignee({ task, isForStaff }: AssigneeProps) {
  const mayNotSign = useMayNotSign()
  const isFixed = !isForStaff && task.acceptedAt !== null
  const { assignee } = task
  return (
    <Fact label="Assigned to">
      {mayNotSign || isFixed ? (
        assignee ? (
          <AssigneeName assignee={assignee} />
        ) : (
          <span>{everybody}</span>
        )
      ) : (
        <ChosenPerson task={task} isForStaff={isForStaff} />
      )}
      {!isForStaff && !isFixed && isOpen(task) && <TakeButton task={task} />}
    </Fact>
  )
}

/** Gives the task to one of the partner's people, or to everybody. */
function ChosenPerson({ task, isForStaff }: AssigneeProps) {
  const { assignee } = task
  const { data: people = [] } = usePeople(task.partnerId, isForStaff)
  const { data: user } = useCurrentUser()
  const { mutate, isPending, variables } = useAssignTask(task, isForStaff)
  const options = people.flatMap(({ userId, ...person }) =>
    userId === null ? [] : { id: userId, name: userId === user?.id ? 'You' : personName(person) },
  )
  // The assignee is missing while the people are loading.
  const isListed = assignee === null || options.some(({ id }) => id === assignee.id)
  return (
    <Select
      aria-label="Assigned to"
      value={(isPending ? variables : assignee?.id) ?? ''}
      onChange={({ target }) => mutate(target.value || null)}
    >
      <option value="">{everybody}</option>
      {(isListed ? options : [assignee, ...options]).map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}

/** Takes a task that is everybody's, or gives it back. */
function TakeButton({ task }: { task: TaskDetails }) {
  const { assignee } = task
  const { data: user } = useCurrentUser()
  const { mutate, isPending } = useAssignTask(task, false)
  if (!user || (assignee && assignee.id !== user.id)) return null
  const handleClick = ({ currentTarget }: MouseEvent) => {
    // The button goes away when a colleague was first, so the focus moves to the dialog around it.
    const dialog = currentTarget.closest<HTMLElement>('[role=dialog]')
    mutate(assignee ? null : user.id, { onError: () => dialog?.focus({ preventScroll: true }) })
  }
  return (
    <span className="mt-1.5 block">
      <Button size="small" pending={isPending} onClick={handleClick}>
        {assignee ? 'Give back' : "I'll do it"}
      </Button>
    </span>
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useController, useWatch } from 'react-hook-form'
import { Day } from '#client/domain/day.tsx'
import { formatCount } from '#client/lib/format.ts'
import { readOf } from '#client/lib/query-client.ts'
import { useDebouncedValue } from '#client/lib/use-debounced-value.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import type { PartnerActivation } from '#contract/activations.ts'
import { type ActivationValues, movedTo } from '../activation-form.ts'

// The date changes with each part of it that is typed.
const delayMs = 300

/** Shows which open tasks of the plan move along with a changed date, and asks whether they should. Renders nothing if none could. */
export function MovePreview({ activation }: { activation: PartnerActivation }) {
  const now = useNow()
  const [day, time, timeZone] = useWatch<ActivationValues, ['day', 'time', 'timeZone']>({
    name: ['day', 'time', 'timeZone'],
  })
  const { field } = useController<ActivationValues, 'movesTasks'>({ name: 'movesTasks' })
  const activationDate = useDebouncedValue(movedTo({ day, time, timeZone }, activation), delayMs)
  const { data } = useQuery({
    ...readOf('/api/activations/:id/move', {
      params: { id: activation.id },
      query: { activationDate, ...(timeZone && { timeZone }) },
    }),
    enabled: activationDate !== '',
    placeholderData: keepPreviousData,
  })
  if (activationDate === '' || !data) return null
  const { moves, stays } = data
  if (moves.length + stays.length === 0) return null
  return (
    <Alert tone="info" title={titleOf(moves.length)}>
      {moves.length > 0 && (
        <ul className="mt-1 list-disc pl-4">
          {moves.map(({ taskId, taskName, newDueDate }) => (
            <li key={taskId} className="wrap-anywhere">
              {`${taskName}: due `}
              <Day at={newDueDate} />
              {Date.parse(newDueDate) < now && ', which has passed'}
            </li>
          ))}
        </ul>
      )}
      {stays.length > 0 && (
        <p className="wrap-anywhere mt-1">
          {`${stays.length === 1 ? '1 stays' : `${stays.length} stay`}, changed by hand: ${stays.map(({ taskName }) => taskName).join(', ')}`}
        </p>
      )}
      {moves.length > 0 && (
        <Checkbox
          label="Move the tasks along"
          checked={field.value}
          onChange={({ target }) => field.onChange(target.checked)}
        />
      )}
    </Alert>
  )
}

const titleOf = (count: number) => {
  if (count === 0) return 'No open task moves along'
  return `${formatCount(count, 'open task')} ${count === 1 ? 'moves' : 'move'} along`
}

import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#client/lib/format.ts'
import { readOf } from '#client/lib/query-client.ts'
import { FormSelect } from '#client/ui/form-fields.tsx'

/** Chooses a plan, as a field of the surrounding form. Renders nothing if there are no plans. */
export function PlanField({ required = false }: { required?: boolean }) {
  const { data: sets } = useQuery(readOf('/api/admin/task-sets'))
  const plans = sets?.filter(({ givenWhen, templates }) => givenWhen === 'event' && templates.length > 0)
  if (!required && !plans?.length) return null
  return (
    <FormSelect
      name="planId"
      label="Plan"
      required={required}
      placeholder={required ? 'Choose a plan' : 'No plan'}
      hint={
        plans?.length === 0
          ? 'No plans yet. Create one in Tasks, Sets.'
          : 'Each partner gets its tasks, due on days counted from the event.'
      }
      options={(plans ?? []).map(({ id, name, templates }) => ({
        value: id,
        label: `${name} (${formatCount(templates.length, 'task')})`,
      }))}
    />
  )
}

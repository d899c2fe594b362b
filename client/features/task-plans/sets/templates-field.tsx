import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { formatCount } from '#client/lib/format.ts'
import { IconButton } from '#client/ui/button.tsx'
import { Field, Select } from '#client/ui/field.tsx'
import { maxTemplatesOfSet } from '#contract/task-plans/plans.ts'
import type { TaskSet } from '#contract/task-plans/sets.ts'
import { useTemplates } from '../queries.ts'
import { defaultEventDays, EventDays, eventDaysText } from './event-days.tsx'

type TemplatesValues = { templateIds: string[]; eventDays: Record<string, number> }

type TemplatesFieldProps = {
  /** The templates of the stored set. Their names are known before the list of all templates is read. */
  known: TaskSet['templates']
  /** Whether the set is a plan, whose templates have days from the event. */
  isPlan: boolean
}

/** The templates of a set, in order, as a field of the surrounding form. */
export function TemplatesField({ known, isPlan }: TemplatesFieldProps) {
  const { field, fieldState } = useController<TemplatesValues, 'templateIds'>({ name: 'templateIds' })
  const { getValues, setValue } = useFormContext<TemplatesValues>()
  const eventDays = useWatch<TemplatesValues, 'eventDays'>({ name: 'eventDays' })
  const containerRef = useRef<HTMLDivElement>(null)
  const { data: all } = useTemplates()
  const templates = all ?? known
  const chosen = field.value
  const left = templates.filter(({ id }) => !chosen.includes(id))
  const isFull = chosen.length >= maxTemplatesOfSet

  const change = (ids: string[], label?: string) => {
    flushSync(() => field.onChange(ids))
    // The button that was pressed has moved or gone with its row.
    const { current } = containerRef
    const next = label
      ? current?.querySelector<HTMLElement>(`[aria-label="${CSS.escape(label)}"]:not(:disabled)`)
      : undefined
    ;(next ?? current?.querySelector('select'))?.focus()
  }
  const add = (id: string) => {
    if (getValues('eventDays')[id] === undefined) setValue(`eventDays.${id}`, defaultEventDays)
    field.onChange([...chosen, id])
  }
  const move = (index: number, step: 1 | -1, label: string) => {
    const ids = [...chosen]
    const [id = ''] = ids.splice(index, 1)
    ids.splice(index + step, 0, id)
    change(ids, label)
  }

  return (
    <div ref={containerRef} className="grid grid-cols-1 gap-3">
      <Field
        label="Add a template"
        required
        error={fieldState.error?.message}
        hint={hintOf({ isFull, isEmpty: all !== undefined && all.length === 0 })}
      >
        <Select value="" disabled={isFull} onChange={({ target }) => target.value && add(target.value)}>
          <option value="">{left.length > 0 ? 'Choose a template' : 'No more templates'}</option>
          {left.map(({ id, taskName }) => (
            <option key={id} value={id}>
              {taskName}
            </option>
          ))}
        </Select>
      </Field>
      {chosen.length > 0 && (
        <ol
          aria-label="Templates of this set"
          className="divide-y divide-line overflow-clip rounded-control border border-line"
        >
          {chosen.map((id, index) => {
            const template = templates.find((each) => each.id === id)
            const name = template?.taskName ?? 'Deleted template'
            const [up, down] = [`Move ${name} up`, `Move ${name} down`]
            return (
              <li key={id} className="py-1 pr-1 pl-3">
                <div className="flex items-center gap-1">
                  <span className="wrap-anywhere min-w-0 flex-1 text-13">
                    {name}
                    {template && (
                      <span className="text-muted">{` · due ${dueText(template.dueInDays, isPlan ? eventDays[id] : undefined)}`}</span>
                    )}
                  </span>
                  <IconButton
                    icon={ArrowUp}
                    label={up}
                    disabled={index === 0}
                    onClick={() => move(index, -1, up)}
                  />
                  <IconButton
                    icon={ArrowDown}
                    label={down}
                    disabled={index === chosen.length - 1}
                    onClick={() => move(index, 1, down)}
                  />
                  <IconButton
                    icon={X}
                    label={`Remove ${name}`}
                    onClick={() => change(chosen.filter((each) => each !== id))}
                  />
                </div>
                {isPlan && <EventDays templateId={id} name={name} />}
              </li>
            )
          })}
        </ol>
      )}
    </div>
  )
}

const dueText = (dueInDays: number, eventDays: number | undefined) => {
  if (eventDays === undefined) return `after ${formatCount(dueInDays, 'day')}`
  return Number.isNaN(eventDays) ? '' : eventDaysText(eventDays)
}

const hintOf = ({ isFull, isEmpty }: { isFull: boolean; isEmpty: boolean }) => {
  if (isEmpty) return 'No templates yet. Create one first.'
  return isFull ? `At most ${maxTemplatesOfSet} templates` : undefined
}

import { CalendarClock, CalendarDays, ListTodo, type LucideIcon, Repeat, Users } from 'lucide-react'
import { useIsStaff, useLinkOfPartner } from '#client/domain/current-user.ts'
import { useActivationDialog, useAgreementDialog, useTaskDialog } from '#client/domain/opened.ts'
import { formatCount, formatDay, formatNumber, formatTime } from '#client/lib/format.ts'
import { calendarDay } from '#client/lib/local-moment.ts'
import type { BadgeTone } from '#client/ui/badge.tsx'
import type { CalendarEntry, CalendarKind } from '#contract/calendar.ts'
import { addressOf } from '#contract/screens.ts'
import { taskStatusLabels } from '#contract/task-status.ts'

export const kindLabels: Record<CalendarKind, string> = {
  activation: 'Activation',
  task: 'Task',
  'task-definition': 'Task for several partners',
  planned: 'Planned task',
  obligation: 'Agreement',
}

export const kindIcons: Record<CalendarKind, LucideIcon> = {
  activation: CalendarDays,
  task: ListTodo,
  'task-definition': Users,
  planned: Repeat,
  obligation: CalendarClock,
}

/** The key of an entry in a list. It contains the time, since a recurring task can be planned several times. */
export const keyOf = ({ kind, id, at }: CalendarEntry) => `${kind} ${id} ${at}`

/** Returns the props of a link that opens an entry. A planned task opens its recurring task, which only staff can do. */
export const useEntryLinks = () => {
  const isStaff = useIsStaff()
  const activation = useActivationDialog()
  const task = useTaskDialog()
  const agreement = useAgreementDialog()
  const linkOfPartner = useLinkOfPartner()
  return ({ kind, id, partner, opens }: CalendarEntry) => {
    if (opens) {
      const dialog = opens.type === 'activation' ? activation : agreement
      return linkOfPartner(partner?.id, addressOf[opens.type](opens.id), dialog.linkTo(opens.id))
    }
    if (kind === 'activation') {
      return linkOfPartner(partner?.id, addressOf.activation(id), activation.linkTo(id))
    }
    if (kind === 'task') return linkOfPartner(partner?.id, addressOf.task(id), task.linkTo(id))
    if (kind === 'task-definition') return task.linkToWhole(id)
    return isStaff ? { href: addressOf.series(id) } : null
  }
}

/** @param now in milliseconds */
const isOverdue = ({ status, at }: CalendarEntry, now: number) =>
  status !== null && status !== 'completed' && Date.parse(at) < now

export const isDone = ({ status, progress }: CalendarEntry) =>
  status === 'completed' ||
  (progress !== null && progress.partners > 0 && progress.completed === progress.partners)

/** The state of an entry, as a badge. */
export const stateOf = (entry: CalendarEntry, now: number): { label: string; tone: BadgeTone } => {
  const { kind, status, progress } = entry
  if (kind === 'activation') return { label: 'Activation', tone: 'info' }
  if (kind === 'planned') return { label: 'Planned', tone: 'neutral' }
  if (kind === 'obligation') return { label: 'Agreement', tone: 'neutral' }
  if (isDone(entry)) return { label: 'Completed', tone: 'positive' }
  if (progress) {
    const done = `${formatNumber(progress.completed)} of ${formatNumber(progress.partners)} completed`
    return { label: progress.partners === 0 ? 'No partners yet' : done, tone: 'neutral' }
  }
  if (isOverdue(entry, now)) return { label: 'Overdue', tone: 'danger' }
  return {
    label: status ? taskStatusLabels[status] : 'Due',
    tone: status === 'in_progress' ? 'info' : 'neutral',
  }
}

/** Formats the times of an entry on a day: "10:00 AM – 4:00 PM", "Due 5:00 PM". */
export const timesOn = ({ kind, at, endsAt }: CalendarEntry, day: string) => {
  const start = formatTime(at)
  // It is due on a day of its place, whatever the reader's time zone.
  if (kind === 'obligation') return 'Due this day'
  if (kind !== 'activation') return `Due ${start}`
  const beginsThen = calendarDay(new Date(at)) === day
  if (!endsAt) return start
  const isLastDay = calendarDay(new Date(endsAt)) === day
  const end = isLastDay ? formatTime(endsAt) : `${formatDay(endsAt)}, ${formatTime(endsAt)}`
  return beginsThen ? `${start} – ${end}` : `Until ${end}`
}

/** Formats a count such as "3 entries". */
export const countLabel = (count: number) =>
  count === 1 ? '1 entry' : formatCount(count, 'entry').replace(/entrys$/, 'entries')

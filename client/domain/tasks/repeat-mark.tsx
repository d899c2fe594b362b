import { Repeat } from 'lucide-react'
import type { TaskFrequency } from '#contract/task-plans/plans.ts'

export const repeatTexts: Record<TaskFrequency, string> = {
  weekly: 'Repeats weekly',
  monthly: 'Repeats monthly',
}

/** The mark next to the name of a recurring task. */
export function RepeatMark({ repeats }: { repeats: TaskFrequency | null }) {
  if (!repeats) return null
  return (
    <span title={repeatTexts[repeats]} className="shrink-0 text-muted">
      <Repeat aria-hidden className="size-3.5" />
      <span className="sr-only">{repeatTexts[repeats]}</span>
    </span>
  )
}

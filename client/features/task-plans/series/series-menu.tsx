import { CirclePause, CirclePlay } from 'lucide-react'
import { MenuItem } from '#client/ui/menu.tsx'
import type { TaskSeries } from '#contract/task-plans/series.ts'
import { useDeleteSeries, useResumeSeries, useStopSeries } from '../mutations.ts'
import { PlanMenu } from '../plan-menu.tsx'

type SeriesMenuProps = { series: TaskSeries; link: { href: string; state: unknown } }

/** The menu of actions for a recurring task. */
export function SeriesMenu({ series: { id, taskName, stoppedAt }, link }: SeriesMenuProps) {
  const { mutate: stop } = useStopSeries()
  const { mutate: resume } = useResumeSeries()
  const { mutate: deleteSeries } = useDeleteSeries()
  return (
    <PlanMenu
      name={taskName}
      link={link}
      consequence="It won't repeat again. This can't be undone. Tasks already created stay."
      onDelete={() => deleteSeries(id)}
    >
      {stoppedAt ? (
        <MenuItem icon={CirclePlay} onSelect={() => resume(id)}>
          Resume
        </MenuItem>
      ) : (
        <MenuItem icon={CirclePause} onSelect={() => stop(id)}>
          Stop
        </MenuItem>
      )}
    </PlanMenu>
  )
}

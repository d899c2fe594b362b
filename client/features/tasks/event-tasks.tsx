import { RowList } from '#client/domain/rows/row-section.tsx'
import { useNow } from '#client/lib/use-now.ts'
import { Titled } from '#client/ui/facts.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { useTasksOfEvent } from './queries.ts'
import { TaskItem } from './tasks-section.tsx'

type EventTasksProps = {
  activationId: string
  isForStaff: boolean
  /** The heading of the list. */
  title: string
}

/** The tasks of the plan of an event in the order of their days, with their state and who has them. Renders nothing if there are none. */
export function EventTasks({ activationId, isForStaff, title }: EventTasksProps) {
  const now = useNow()
  const query = useTasksOfEvent(activationId, isForStaff)
  return (
    <QueryState
      query={query}
      loading={null}
      failure={{ title: 'The tasks could not be loaded' }}
      empty={{ when: ({ length }) => length === 0, show: null }}
      className={query.data?.length === 0 ? 'absolute' : undefined}
    >
      {(tasks) => (
        <Titled title={title}>
          <div className="overflow-clip rounded-card border border-line">
            <RowList>
              {tasks.map((task) => (
                <TaskItem key={task.id} task={task} now={now} isOfEvent actions={null} />
              ))}
            </RowList>
          </div>
        </Titled>
      )}
    </QueryState>
  )
}

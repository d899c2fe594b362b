import Paperclip from 'lucide-react/icons/paperclip'
import type { TaskRow } from '#client/domain/rows/rows.ts'
import { Button } from '#client/ui/button.tsx'

/** The way to what somebody needs for a task. */
export function TaskFileLink({ task }: { task: TaskRow }) {
  const name = task.fileName ?? 'the file'
  return (
    <Button asChild variant="quiet" size="icon" className="-my-1">
      <a
        href={`/objects/${task.filePath}`}
        target="_blank"
        rel="noreferrer"
        aria-label={`Open ${name} of ${task.taskName}`}
        title={`Open ${name}`}
      >
        <Paperclip aria-hidden className="size-4" />
      </a>
    </Button>
  )
}

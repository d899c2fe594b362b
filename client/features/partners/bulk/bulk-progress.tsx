import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useActionToast, useTakeBack } from '#client/domain/bulk/action-toast.ts'
import { canTakeBack, doingText, isOver, progressText } from '#client/domain/bulk/bulk-words.ts'
import { pageOf } from '#client/lib/query-client.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { ProgressBar } from '#client/ui/progress.tsx'
import type { BulkAction } from '#contract/partners/bulk.ts'

/** How far the own bulk actions are that are running, also after the page was loaded again. A toast says how each of them ended. */
export function BulkProgress() {
  const { data } = useQuery(pageOf('/api/admin/bulk-actions', { query: { limit: '10' } }))
  const actionToast = useActionToast()
  const runningRef = useRef(new Set<string>())

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new state of the actions can end one
  useEffect(() => {
    for (const action of data?.rows ?? []) {
      if (!isOver(action)) runningRef.current.add(action.id)
      else if (runningRef.current.delete(action.id) && action.takenBackAt === null) {
        if (action.failedAt === null) toast({ ...actionToast(action), tone: 'positive' })
        else toast({ ...actionToast(action), title: `${doingText(action)} stopped`, tone: 'danger' })
      }
    }
  }, [data])

  const running = data?.rows.filter((action) => !isOver(action)) ?? []
  if (running.length === 0) return null
  return (
    <ul aria-label="Running" className="divide-y divide-line border-line border-b bg-info-soft">
      {running.map((action) => (
        <RunningAction key={action.id} action={action} />
      ))}
    </ul>
  )
}

function RunningAction({ action }: { action: BulkAction }) {
  const { mutate: takeBack, isPending } = useTakeBack()
  const text = progressText(action)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.5 sm:px-5">
      <p className="text-13">
        <span className="font-medium">{doingText(action)}</span>
        <span className="text-muted tabular-nums">{` · ${text}`}</span>
      </p>
      <div className="min-w-24 max-w-60 flex-1">
        <ProgressBar label={doingText(action)} value={action.done} max={action.total} valueText={text} />
      </div>
      {canTakeBack(action) && (
        <Button size="small" pending={isPending} onClick={() => takeBack(action.id)}>
          Undo<span className="sr-only">{` ${doingText(action)}`}</span>
        </Button>
      )}
    </li>
  )
}

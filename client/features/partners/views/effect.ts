import { call } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { useOpenDialog } from '#client/ui/dialog-host.tsx'
import { question } from '#client/ui/question.tsx'
import type { Received } from '#contract/endpoint.ts'
import type { ViewUse } from '#contract/view-uses.ts'
import type { checkView, SavedView } from '#contract/views.ts'

type Effect = Received<typeof checkView>

const words: Record<ViewUse, string> = {
  task: 'task',
  agreement: 'agreement',
  file: 'file',
  announcement: 'announcement',
  recurring_task: 'recurring task',
}

/** Describes what a view is used for, such as "1 thing is for this view: the task “Report”.". */
const usesText = ({ uses, things }: Effect) => {
  const named = things.map(({ kind, name }) => `the ${words[kind]} “${name}”`)
  const others = uses - things.length
  const list = [...named, ...(others > 0 ? [`${others} more`] : [])].join(', ')
  return `${formatCount(uses, 'thing')} ${uses === 1 ? 'is' : 'are'} for this view: ${list}.`
}

const changeText = (effect: Effect) =>
  `${usesText(effect)} ${formatCount(effect.joining, 'partner')} will get what they do not have yet. Nobody loses anything.`

const deletionText = (effect: Effect) =>
  `${usesText(effect)} Partners keep what they have. Nobody else will get it.`

type Act = (uses: number) => void

/** Returns the functions that show what a change or a deletion of a view does, if it is used, before it is done. */
export const useEffectQuestions = (view: SavedView) => {
  const openDialog = useOpenDialog()
  const checking = useEndpointMutation(
    (filter: SavedView['filter'] | undefined) =>
      call('POST /api/admin/views/:id/check', { params: { id: view.id }, body: filter ? { filter } : {} }),
    {
      failure: 'The view could not be checked. Check your connection and try again.',
      serverMessages: 'all',
    },
  )
  return {
    isPending: checking.isPending,
    beforeChange: (filter: SavedView['filter'], act: Act) =>
      checking.mutate(filter, {
        onSuccess: (effect) => {
          if (effect.uses === 0) return act(0)
          openDialog(
            question({
              title: `Save the view “${view.name}”?`,
              description: changeText(effect),
              confirmLabel: 'Save',
              onConfirm: () => act(effect.uses),
            }),
          )
        },
      }),
    beforeDeletion: (act: Act) =>
      checking.mutate(undefined, {
        onSuccess: (effect) =>
          openDialog(
            question({
              title: `Delete the view “${view.name}”?`,
              description:
                effect.uses === 0
                  ? view.isShared
                    ? 'It disappears for all staff.'
                    : 'Nothing is for this view.'
                  : deletionText(effect),
              confirmLabel: 'Delete',
              onConfirm: () => act(effect.uses),
            }),
          ),
      }),
  }
}

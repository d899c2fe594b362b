import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import type { ToastContent } from '#client/lib/toast.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { BulkAction } from '#contract/partners/bulk.ts'
import { canTakeBack, doingText, isOver, resultOf } from './bulk-words.ts'

export const useTakeBack = () =>
  useEndpointMutation((id: string) => call('DELETE /api/admin/bulk-actions/:id', { params: { id } }), {
    serverMessages: 'all',
    invalidates: [staffReads],
    success: ({ done }) =>
      done === 0 ? { title: 'Canceled. Nothing was sent.' } : { title: 'Change undone' },
    failure: 'It could not be undone. Check your connection and try again.',
  })

/**
 * Returns a function that gives the toast about an action that has begun or ended, with Undo if that is possible.
 * @param reached how many of the partners the action can reach, if that is known before it begins
 */
export const useActionToast = (reached?: number) => {
  const { mutate: takeBack } = useTakeBack()
  return (action: BulkAction): Omit<ToastContent, 'tone'> => ({
    ...(isOver(action) ? resultOf(action) : { title: doingText(action, reached) }),
    ...(canTakeBack(action) &&
      (action.changed > 0 || !isOver(action)) && {
        action: { label: 'Undo', onSelect: () => takeBack(action.id) },
      }),
  })
}

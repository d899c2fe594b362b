import {
  type MutationOptions,
  notifyManager,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { PathPrefix } from '#contract/endpoints.ts'
import { ApiError } from './api.ts'
import { patchRow, type Row } from './cached-rows.ts'
import { failureTitle } from './connection.ts'
import { leaveRows } from './leaving-rows.ts'
import { invalidatePaths, isBelow } from './query-client.ts'
import { StepUpCancelled, withStepUp } from './step-up.ts'
import { type ToastContent, toast, withdrawAction } from './toast.ts'

/** A kind of error that a form shows itself, next to its fields, instead of a toast. */
export type ShownInForm = 'conflict' | 'fields'

/** An optimistic change of a row, shown in every cached list that contains the row before the server responds. */
export type RowPatch<Variables> = {
  /** The paths of the lists; every read below them is changed. */
  lists: readonly PathPrefix[]
  id: (variables: Variables) => string
  /** Returns the changed row; null removes the row from the lists. */
  // biome-ignore lint/suspicious/noExplicitAny: the rows of the lists are of the endpoint's own type
  change: (row: any, variables: Variables) => Row | null
}

export type EndpointMutation<Variables, Result> = {
  /** The toast after success, or only its title. Absent when the screen itself shows the success. */
  success?: string | ((result: Result, variables: Variables) => Omit<ToastContent, 'tone'>)
  /** The text of the toast after a failure, unless the server's own message is shown. */
  failure: string | ((error: Error) => string)
  /** The title of the toast after a failure; by default "Error". */
  failureTitle?: string
  /** `all` shows staff every message of the server; by default, only messages that give a reason (403, 409, 429) are shown. */
  serverMessages?: 'all' | 'reasons'
  /** The errors that the form shows itself. */
  inForm?: readonly ShownInForm[]
  /** The paths below which reads are out of date after the mutation, even if it was refused, since the shown data may be outdated. */
  invalidates?: readonly PathPrefix[]
  /** Whether the mutation stays pending until the invalidated reads have been repeated. */
  awaitsReads?: boolean
  patch?: RowPatch<Variables>
  /**
   * Returns the rows that the mutation may remove from their lists, and a label such as "Completed". The rows stay in their places for
   * 8 seconds (`useLeavingRows`). A row also offers the action of the toast if the mutation is about that row alone.
   */
  leaves?: (variables: Variables) => { ids: readonly string[]; label: string; hasUndo: boolean } | null
  /** The queue of the mutation. Mutations of one queue run one after the other, in the order in which they were started. */
  queue?: readonly string[]
  onSuccess?: (result: Result, variables: Variables) => unknown
  onError?: (error: Error, variables: Variables) => unknown
}

/** Returns whether the form shows an error itself. */
const isShownInForm = (error: unknown, inForm: readonly ShownInForm[]): boolean => {
  if (!(error instanceof ApiError)) return false
  if (error.status === 409 && inForm.includes('conflict')) return true
  return inForm.includes('fields') && Object.keys(error.fields).length > 0
}

type Send<Variables, Result> = (variables: Variables, client: QueryClient) => Promise<Result>

type Pending = {
  leave: ReturnType<typeof leaveRows> | undefined
  patch:
    | {
        /** Restores the row. */
        undo: () => void
        /** Stops patching the lists that are read from now on. */
        end: () => void
      }
    | undefined
}

type Options<Variables, Result> = MutationOptions<Result, Error, Variables, Pending>

/** Returns the mutation as options of TanStack Query, without React. */
export const endpointMutation = <Variables, Result>(
  client: QueryClient,
  send: Send<Variables, Result>,
  options: EndpointMutation<Variables, Result>,
): Options<Variables, Result> => {
  const { success, failure, serverMessages, inForm = [], invalidates = [], patch, queue } = options
  return {
    ...(queue && { mutationKey: queue, scope: { id: queue.join(' ') } }),
    mutationFn: (variables) => withStepUp(() => send(variables, client)),
    onMutate: async (variables) => {
      const leaving = options.leaves?.(variables)
      const leave = leaving ? leaveRows(leaving.ids, leaving.label, leaving.hasUndo) : undefined
      if (!patch) return { leave, patch }
      // A read that is already running would overwrite the patched row with the old one.
      await client.cancelQueries({
        predicate: ({ queryKey }) => patch.lists.some((list) => isBelow(queryKey, list)),
      })
      const apply = () =>
        patchRow<Row>(client, patch.lists, patch.id(variables), (row) => patch.change(row, variables))
      const undo = apply()
      // A list that is read again before the server responds is patched, too.
      const end = client.getQueryCache().subscribe((event) => {
        const isRead = event.type === 'updated' && event.action.type === 'success' && !event.action.manual
        if (isRead && patch.lists.some((list) => isBelow(event.query.queryKey, list))) apply()
      })
      return { leave, patch: { undo, end } }
    },
    onSuccess: async (result, variables, pending) => {
      pending.patch?.end()
      if (success !== undefined) {
        const content = typeof success === 'string' ? { title: success } : success(result, variables)
        toast({ ...content, ...leaveWith(pending.leave, content.action), tone: 'positive' })
      } else pending.leave?.done()
      if (patch) showResult(client, patch, result, variables, waitingIn<Variables>(client, queue))
      const reads = invalidatePaths(client, invalidates)
      if (options.awaitsReads) await reads
      await options.onSuccess?.(result, variables)
    },
    onError: (error, variables, pending) => {
      pending?.patch?.end()
      pending?.patch?.undo()
      // The lists must show the restored row first; otherwise the row would disappear for a moment.
      notifyManager.schedule(() => pending?.leave?.failed())
      const isInForm = isShownInForm(error, inForm)
      if (!isInForm) {
        const message = typeof failure === 'string' ? failure : failure(error)
        if (serverMessages === 'all') showRefusal(error, message)
        else showFailure(error, message, options.failureTitle)
      }
      // While a form shows a conflict, the lists behind it are not read again: the row of the form could disappear, with the typed text.
      const isConflictInForm = isInForm && error instanceof ApiError && error.status === 409
      if ((patch || error instanceof ApiError) && !isConflictInForm) {
        void invalidatePaths(client, [...invalidates, ...(patch?.lists ?? [])])
      }
      return options.onError?.(error, variables)
    },
  }
}

/**
 * A mutation of one endpoint: its request, its messages, and the reads that it invalidates.
 * @param send calls the endpoint
 */
export const useEndpointMutation = <Variables = void, Result = unknown>(
  send: Send<Variables, Result>,
  options: EndpointMutation<Variables, Result>,
) => useMutation(endpointMutation(useQueryClient(), send, options))

/** Offers the action of a toast also in the leaving rows. Taking the action in one place removes it from the other. */
const leaveWith = (leave: Pending['leave'], action: ToastContent['action']) => {
  if (!action) leave?.done()
  if (!leave || !action) return {}
  const shown = {
    ...action,
    onSelect: () => {
      leave.takenBack()
      action.onSelect()
    },
  }
  leave.done(() => {
    withdrawAction(shown)
    shown.onSelect()
  })
  return { action: shown }
}

/** Returns the variables of the mutations in the queue that have not started yet. */
const waitingIn = <V>(client: QueryClient, queue: readonly string[] | undefined): V[] =>
  queue
    ? client
        .getMutationCache()
        .findAll({ mutationKey: queue, predicate: ({ state }) => state.isPaused })
        .map(({ state }) => state.variables as V)
    : []

/** Puts the row of the response into the lists, and reapplies the changes that still wait in the same queue. */
const showResult = <V>(
  client: QueryClient,
  patch: RowPatch<V>,
  result: unknown,
  variables: V,
  waiting: readonly V[],
) => {
  const id = patch.id(variables)
  if (typeof result !== 'object' || result === null || !('id' in result) || result.id !== id) return
  patchRow<Row>(client, patch.lists, id, (row) => {
    let changed: Row | null = { ...row, ...result, id }
    for (const later of waiting) {
      if (patch.id(later) === id) changed = changed && patch.change(changed, later)
    }
    return changed
  })
}

/** Returns the reason that the server gave for refusing, unless it is only a missing permission. */
const failureReason = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError)) return undefined
  const isReason =
    error.status === 403 ? error.serverMessage !== 'Forbidden' : [409, 429].includes(error.status)
  return isReason ? error.serverMessage : undefined
}

const show = (error: unknown, description: string, title = 'Error') => {
  // A session that has ended already shows its own toast.
  if (error instanceof ApiError && error.status === 401) return
  if (error instanceof StepUpCancelled) {
    return toast({
      title: 'Not confirmed',
      description: "Nothing was changed. Try again when you're ready.",
    })
  }
  toast({ title: failureTitle(title), description, tone: 'danger' })
}

/** Shows that something could not be saved, with the server's reason if it gave one, otherwise with the given message. */
const showFailure = (error: unknown, message: string, title?: string) =>
  show(error, failureReason(error) ?? message, title)

/** Shows staff that something could not be saved, with any message of the server, even a message not written for partners. */
const showRefusal = (error: unknown, message: string) =>
  show(error, (error instanceof ApiError && error.serverMessage) || message)

import {
  type MutationOptions,
  notifyManager,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { ApiError } from './api.ts'
import { patchRow, type Row } from './cached-rows.ts'
import { failureTitle } from './connection.ts'
import { leaveRows } from './leaving-rows.ts'
import { invalidatePaths, isBelow } from './query-client.ts'
import { StepUpCancelled, withStepUp } from './step-up.ts'
import { type ToastContent, toast, withdrawAction } from './toast.ts'

/** A refusal that a form shows itself, beside its fields, instead of a toast. */
export type ShownInForm = 'conflict' | 'fields'

/** A row that shows the change before the server has answered, in every cached list that contains it. */
export type RowPatch<Variables> = {
  /** Paths below which the lists are. */
  lists: readonly string[]
  id: (variables: Variables) => string
  /** The row with the change in it; null takes it out of the lists. */
  // biome-ignore lint/suspicious/noExplicitAny: the rows of the lists are of the endpoint's own type
  change: (row: any, variables: Variables) => Row | null
}

export type EndpointMutation<Variables, Result> = {
  /** The toast after success: its title, or all of it; without one, success shows on the screen itself. */
  success?: string | ((result: Result, variables: Variables) => Omit<ToastContent, 'tone'>)
  /** The toast after a failure, unless the server's own message is shown. */
  failure: string | ((error: Error) => string)
  /** Of that toast; by default "Error". */
  failureTitle?: string
  /** `all` shows staff whatever message the server has; otherwise only messages that name a reason (403, 409). */
  serverMessages?: 'all' | 'reasons'
  /** The errors that the form shows itself. */
  inForm?: readonly ShownInForm[]
  /** Paths below which reads are out of date after it, also after a refusal: what was shown is not what is there. */
  invalidates?: readonly string[]
  /** The mutation is pending until what it invalidates has been read again. */
  awaitsReads?: boolean
  patch?: RowPatch<Variables>
  /**
   * The rows that it may take out of their lists, and what has happened to them, as "Completed": there they keep their places for 8 seconds
   * (`useLeavingRows`), each with the action of the toast where it is about that row alone.
   */
  leaves?: (variables: Variables) => { ids: readonly string[]; label: string; hasUndo: boolean } | null
  /** Mutations of one queue run one after the other, in the order in which they were started. */
  queue?: readonly string[]
  onSuccess?: (result: Result, variables: Variables) => unknown
  onError?: (error: Error, variables: Variables) => unknown
}

/** Whether a refusal is one that the form shows. */
const isShownInForm = (error: unknown, inForm: readonly ShownInForm[]): boolean => {
  if (!(error instanceof ApiError)) return false
  if (error.status === 409) return inForm.includes('conflict')
  return error.status === 400 && inForm.includes('fields') && Object.keys(error.fields).length > 0
}

type Send<Variables, Result> = (variables: Variables, client: QueryClient) => Promise<Result>

type Pending = {
  leave: ReturnType<typeof leaveRows> | undefined
  patch:
    | {
        /** Puts the row back as it was. */
        undo: () => void
        /** Lists that are read from now on show the row as the server has it. */
        end: () => void
      }
    | undefined
}

type Options<Variables, Result> = MutationOptions<Result, Error, Variables, Pending>

/** The same as options of TanStack Query, without React. */
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
      // A read that is under way would bring the row back as it was.
      await client.cancelQueries({
        predicate: ({ queryKey }) => patch.lists.some((list) => isBelow(queryKey, list)),
      })
      const apply = () =>
        patchRow<Row>(client, patch.lists, patch.id(variables), (row) => patch.change(row, variables))
      const undo = apply()
      // A list that is read again before the server has answered shows the change, too.
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
      // Only when the lists show the row as it was: else it would leave its place for a moment.
      notifyManager.schedule(() => pending?.leave?.failed())
      const isInForm = isShownInForm(error, inForm)
      if (!isInForm) {
        const message = typeof failure === 'string' ? failure : failure(error)
        if (serverMessages === 'all') showRefusal(error, message)
        else showFailure(error, message, options.failureTitle)
      }
      // Behind a form that shows a conflict nothing moves: its row could go, and what is typed with it.
      const isConflictInForm = isInForm && error instanceof ApiError && error.status === 409
      if ((patch || error instanceof ApiError) && !isConflictInForm) {
        void invalidatePaths(client, [...invalidates, ...(patch?.lists ?? [])])
      }
      return options.onError?.(error, variables)
    },
  }
}

/**
 * One mutation of one endpoint: its request, its messages, and the reads that it invalidates.
 * @param send calls the endpoint
 */
export const useEndpointMutation = <Variables = void, Result = unknown>(
  send: Send<Variables, Result>,
  options: EndpointMutation<Variables, Result>,
) => useMutation(endpointMutation(useQueryClient(), send, options))

/** Offers the action of a toast in the rows that leave, too: once it is taken in one place, it is in the other. */
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

/** The variables of the same queue that still wait for their turn. */
const waitingIn = <V>(client: QueryClient, queue: readonly string[] | undefined): V[] =>
  queue
    ? client
        .getMutationCache()
        .findAll({ mutationKey: queue, predicate: ({ state }) => state.isPaused })
        .map(({ state }) => state.variables as V)
    : []

/** Puts what the server has made of the row into the lists, and over it what still waits in the same queue. */
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

/** The reason that the server gave for a refusal, where it is more than a missing permission. */
const failureReason = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError)) return undefined
  const hasReason = error.status === 409 || (error.status === 403 && error.serverMessage !== 'Forbidden')
  return hasReason ? error.serverMessage : undefined
}

const show = (error: unknown, description: string, title = 'Error') => {
  // A lost session already shows a toast of its own.
  if (error instanceof ApiError && error.status === 401) return
  if (error instanceof StepUpCancelled) {
    return toast({
      title: 'Not confirmed',
      description: 'Nothing was changed. Try again when you are ready.',
    })
  }
  toast({ title: failureTitle(title), description, tone: 'danger' })
}

/** Shows that something could not be saved: with the server's reason where it gave one, else with the given message. */
const showFailure = (error: unknown, message: string, title?: string) =>
  show(error, failureReason(error) ?? message, title)

/** The same for staff, with any message of the server, even one not written for partners. */
const showRefusal = (error: unknown, message: string) =>
  show(error, (error instanceof ApiError && error.serverMessage) || message)

import { useQuery } from '@tanstack/react-query'
import { call } from '#client/lib/api.ts'
import { listOwnActivations } from '#contract/activations.ts'
import { listOwnDocuments } from '#contract/documents.ts'
import { listNewestActivations, listNewestDocuments, listNewestTasks } from '#contract/overview.ts'
import { listOwnTasks } from '#contract/tasks.ts'
import type { ActivationRow, DocumentRow, Scope, TaskRow } from './rows.ts'
import { inWorkOrder } from './task-state.ts'

// People come back to the dashboard all day without loading the page anew: what is older than it may be is asked again.
const refetchOnMount = true

const documents = { own: listOwnDocuments, all: listNewestDocuments }
const activations = { own: listOwnActivations, all: listNewestActivations }
const tasks = { own: listOwnTasks, all: listNewestTasks }

/** What is still to be signed comes first. */
export const useDocuments = (scope: Scope) =>
  useQuery<DocumentRow[]>({
    queryKey: [documents[scope].path],
    select: scope === 'own' ? openFirst : undefined,
    refetchOnMount,
  })

const openFirst = (rows: DocumentRow[]) => [
  ...rows.filter(({ status }) => status === 'pending'),
  ...rows.filter(({ status }) => status === 'signed'),
]

export const useActivations = (scope: Scope) =>
  useQuery<ActivationRow[]>({ queryKey: [activations[scope].path], refetchOnMount })

export const tasksKey = (scope: Scope) => [tasks[scope].path]

/** A partner's own tasks come in the order of work. It is made when they arrive, so that a finished one stays in its place. */
export const useTasks = (scope: Scope) =>
  useQuery<TaskRow[]>({
    queryKey: tasksKey(scope),
    queryFn: async () =>
      scope === 'own' ? inWorkOrder(await call(listOwnTasks, {})) : call(listNewestTasks, {}),
    refetchOnMount,
  })

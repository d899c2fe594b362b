import type { Query, QueryClient } from '@tanstack/react-query'
import type { Rows } from '#client/lib/api.ts'
import { listNewestActivations, listNewestDocuments, listNewestTasks } from '#contract/overview.ts'
import { listPartners } from '#contract/partners/partners.ts'

const newest: unknown[] = [listNewestDocuments.path, listNewestActivations.path, listNewestTasks.path]
const ofOnePartner: unknown[] = ['documents', 'activations', 'tasks']

/** A list that the dashboard shows rows of: of all partners, or of one. */
const isRowList = ({ queryKey: [path, , part] }: Pick<Query, 'queryKey'>) =>
  newest.includes(path) || (path === listPartners.path && ofOnePartner.includes(part))

type Identified = { id: string }
type Known = Identified[] | Rows<Identified> | undefined

/** Changes what is known of every list, without asking for it again. */
const changeLists = (client: QueryClient, change: (rows: Identified[]) => Identified[]) =>
  client.setQueriesData<Known>({ predicate: isRowList }, (known) => {
    if (!known || Array.isArray(known)) return known && change(known)
    const rows = change(known.rows)
    return { rows, total: known.total - known.rows.length + rows.length }
  })

export const removeRow = (client: QueryClient, id: string) =>
  changeLists(client, (rows) => rows.filter((row) => row.id !== id))

export const replaceRow = (client: QueryClient, changed: Identified) =>
  changeLists(client, (rows) => rows.map((row) => (row.id === changed.id ? { ...row, ...changed } : row)))

import { useQuery } from '@tanstack/react-query'
import { snapshotOf } from '#client/lib/query-client.ts'
import { getResource } from '#contract/resources/resources.ts'

/** A file to fill a form from, read anew for each. It changes only when it is asked for again: somebody is typing. */
export const useFileAsItIs = (id: string) => useQuery(snapshotOf(getResource, { params: { id } }))

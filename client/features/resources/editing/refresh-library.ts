import type { QueryClient } from '@tanstack/react-query'
import { listResourceFolders } from '#contract/resources/folders.ts'
import { listResources } from '#contract/resources/resources.ts'

/** Reads every list of files and folders that is shown anew: versions and downloads, too, lie below that of the files. */
export const refreshLibrary = async (client: QueryClient) => {
  await Promise.all(
    [listResources, listResourceFolders].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
  )
}

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestApp } from './app.ts'

/** Lists the files in a portal's store on disk, as paths below its folder. */
export const storedFiles = async ({ deps }: Pick<TestApp, 'deps'>) => {
  const root = join(deps.settings.dataDir, 'objects')
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}

import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Where the operator finds the first admin's sign-in link: the link itself on a terminal, otherwise a file that only the portal's
 * account can read, because other output is stored as a log. Without a link an older file is removed.
 */
export const showFirstLink = async (dataDir: string, link: string | undefined) => {
  const file = join(dataDir, 'first-sign-in-link')
  await rm(file, { force: true })
  if (!link || process.stdout.isTTY) return link
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(file, `${link}\n`, { mode: 0o600, flag: 'wx' })
  return `the link is in ${file}`
}

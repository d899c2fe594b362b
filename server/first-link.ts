import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Where the operator finds the first admin's sign-in link: the link itself on a terminal, otherwise a file that only the portal's
 * account can read, because other output is stored as a log. Without a link an older file is removed.
 */
export const showFirstLink = async (dataDir: string, link: string | undefined) => {
  const file = join(dataDir, 'first-sign-in-link')
  if (!link || process.stdout.isTTY) {
    await rm(file, { force: true })
    return link
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  // Under a name of its own first: of two processes that start at once, each replaces the file, and none fails.
  const part = `${file}.${crypto.randomUUID()}`
  await writeFile(part, `${link}\n`, { mode: 0o600, flag: 'wx' })
  await rename(part, file)
  return `the link is in ${file}`
}

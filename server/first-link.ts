import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from './deps.ts'

const fileIn = (dataDir: string) => join(dataDir, 'first-sign-in-link')

/**
 * Returns the message that leads the operator to the first admin's sign-in link. On a terminal this is the link itself; otherwise it names
 * a file that only the portal's account can read, because other output is stored as a log. Without a link, an older file is removed.
 */
export const showFirstLink = async (dataDir: string, link: string | undefined) => {
  const file = fileIn(dataDir)
  if (!link || process.stdout.isTTY) {
    await rm(file, { force: true })
    return link
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  // The link is written to a temporary file first. When two processes start at once, each replaces the file, and neither fails.
  const part = `${file}.${crypto.randomUUID()}`
  await writeFile(part, `${link}\n`, { mode: 0o600, flag: 'wx' })
  await rename(part, file)
  return `the link is in ${file}`
}

/**
 * Removes the file of the link once its user has signed in, in any process and in any way, because the link is useless from then on. Call
 * it before the bus connects.
 */
export const removeUsedLink = (
  { bus, log }: Pick<Deps, 'bus' | 'log'>,
  dataDir: string,
  hasSignedIn: () => Promise<boolean>,
) => {
  let isRemoved = false
  const removeIfUsed = async () => {
    if (isRemoved || !(await hasSignedIn())) return
    isRemoved = true
    await rm(fileIn(dataDir), { force: true })
  }
  const check = () =>
    void removeIfUsed().catch((err) => log.warn({ err }, 'the file of the used sign-in link is still there'))
  bus.subscribe('stale', {
    onNotification: (payload) => {
      if (payload.startsWith('sessions ')) check()
    },
    onGap: check,
  })
}

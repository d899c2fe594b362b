import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the things lie that PostgreSQL's own account (we being root) cannot reach in the project's folders. */
export const STATE_FOLDER = '/var/lib/partner-portal'

/** Makes a folder in STATE_FOLDER, or that itself, for every account to pass through whatever the umask is. */
export async function makeStateFolder(name = ''): Promise<string> {
  const folder = join(STATE_FOLDER, name)
  for (const path of [STATE_FOLDER, folder]) {
    await mkdir(path, { recursive: true })
    await chmod(path, 0o755)
  }
  return folder
}

import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The body of the portal's response to an upload for which there is no room. */
export const storageIsFull = {
  message: 'Storage is full. Contact the administrator of this portal.',
  code: 'unavailable',
}

/** Returns the status of /readyz, and its message if the server is not ready. */
export const readinessOf = async ({ url }: { url: string }) => {
  const response = await fetch(`${url}/readyz`)
  return [response.status, ((await response.json()) as { message?: string }).message]
}

/** Limits the size of the files that a running process writes, as a quota does: `unlimited`, or a number of bytes. */
export const limitFiles = async (pid: number | undefined, bytes: string) => {
  // Only the same account may set the limit, and the server gives up root.
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const [uid, gid] = ['Uid', 'Gid'].map((name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]),
  )
  const account = process.getuid?.() === 0 ? { uid, gid } : {}
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`], account)
}

const diskMb = 96

const writeUntilFull = async (path: string) => {
  const file = await open(path, 'w')
  try {
    for (const size of [2 ** 20, 2 ** 12]) {
      const bytes = Buffer.alloc(size)
      // A full disk first cuts a write short, and then refuses the next one.
      while (await file.write(bytes).catch(endWithoutRoom));
    }
  } finally {
    await file.close()
  }
}
const endWithoutRoom = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOSPC') return undefined
  throw error
}

/**
 * Creates a folder on a small disk of its own that tests can fill and clear. Where the system does not allow mounting one, the size of the
 * files that the processes write is limited instead.
 */
export const openSmallDisk = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-small-disk-'))
  const options = `size=${diskMb}m,mode=0755`
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0
  const filler = join(folder, `filler-${randomUUID()}`)
  type Processes = { child: { pid?: number | undefined } }[]
  const limitAll = (processes: Processes, bytes: string) =>
    Promise.all(processes.map(({ child }) => limitFiles(child.pid, bytes)))
  return {
    folder,
    fill: (processes: Processes) => (isMounted ? writeUntilFull(filler) : limitAll(processes, '1024')),
    makeRoom: (processes: Processes) => (isMounted ? rm(filler) : limitAll(processes, 'unlimited')),
    remove: async () => {
      if (isMounted) execFileSync('umount', ['--lazy', folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

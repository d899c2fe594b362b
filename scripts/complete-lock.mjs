// node scripts/complete-lock.mjs [--check]. npm omits optional platform packages from the lock file when the registry lacks them at that
// moment, and `npm ci` then refuses the file. This script adds the packages as npm would, for their platforms and without a hash, under
// the license of the package that they belong to. It also removes the engines of optional packages: npm skips those that do not support
// the Node that runs npm, although the project brings its own Node. With --check it only lists the changes, and fails if there are any.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, '..', 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const { packages } = lock
const platform =
  /(android|darwin|linux|win32|freebsd|openharmony|wasm32)-(arm64|x64|arm|ia32|ppc64|riscv64|s390x|wasi)(?:-(\w+))?$/

/** Whether a package finds another by name, in its own node_modules or in one above. */
function isFound(from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true
    if (!folder) return false
  }
}

function entryOf({ name, version, dev, license }) {
  const [, os, cpu, abi = ''] = platform.exec(name) ?? []
  if (!os)
    throw new Error(`package-lock.json lacks ${name}, which is for no single platform: run npm install.`)
  const libc = os === 'linux' && (/musl/.test(abi) ? ['musl'] : /gnu/.test(abi) ? ['glibc'] : undefined)
  return {
    version,
    cpu: [os === 'wasm32' ? os : cpu],
    ...(dev ? { dev } : {}),
    ...(libc ? { libc } : {}),
    ...(license ? { license } : {}),
    optional: true,
    ...(os === 'wasm32' ? {} : { os: [os] }),
  }
}

const missing = Object.entries(packages).flatMap(([from, { optionalDependencies = {}, dev, license }]) =>
  Object.entries(optionalDependencies)
    .filter(([name]) => !isFound(from, name))
    .map(([name, version]) => ({ name, version, dev, license })),
)

const restricted = Object.entries(packages).filter(([, { optional, engines }]) => optional && engines)

if (process.argv.includes('--check')) {
  const command = 'run node scripts/complete-lock.mjs'
  for (const { name } of missing) process.stderr.write(`package-lock.json lacks ${name}: ${command}\n`)
  if (restricted.length > 0)
    process.stderr.write(
      `package-lock.json has engines of ${restricted.length} optional packages: ${command}\n`,
    )
  process.exit(missing.length + restricted.length > 0 ? 1 : 0)
}
for (const [, entry] of restricted) delete entry.engines
for (const added of missing) packages[`node_modules/${added.name}`] = entryOf(added)
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)

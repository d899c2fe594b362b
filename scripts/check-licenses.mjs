// node scripts/check-licenses.mjs. Fails when a package of the lock file has a license that is not in the list.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'

const allowed = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
    'Python-2.0',
  ],
  ...['Unlicense', 'Zlib'],
  'OFL-1.1', // fonts
  // The files under this license are used unchanged. Changes to them would have to be published.
  'MPL-2.0',
  // This is the license of libvips and libheif, which are loaded at run time, unchanged.
  'LGPL-3.0-or-later',
  'LGPL-3.0',
])

// These packages name their license in a file instead of package.json.
const stated = {
  busboy: 'MIT',
  streamsearch: 'MIT',
  'humanize-number': 'MIT',
  only: 'MIT',
}

const isAllowed = (expression) =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((license) => allowed.has(license.trim())))

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const problems = Object.entries(packages).flatMap(([path, { version, license }]) => {
  const name = path.replace(/^.*node_modules\//, '')
  const found = license ?? stated[name]
  if (path === '' || (found && isAllowed(found))) return []
  return `${name} ${version}: ${found ?? 'no license'}`
})

for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exit(problems.length > 0 ? 1 : 0)

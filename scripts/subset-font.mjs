// node scripts/subset-font.mjs. Writes client/ui/fonts/inter-latin.woff2: the Latin letters of Inter, with only the weights and features
// that the portal shows, in half of the bytes. Run this again when Inter or the weights in client/ui/tokens.css change.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './prepare.mjs'

// Browsers use these features by default, apart from tnum, the digits of equal width.
const features = ['calt', 'ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'tnum']
const weights = { min: 400, max: 600 }

const inter = join(root, 'node_modules/@fontsource-variable/inter')
const [latin] = readFileSync(join(inter, 'wght.css'), 'utf8').split('inter-latin-wght-normal').slice(-1)
const ranges = /unicode-range: ([^;]+);/.exec(latin)?.[1]?.split(',') ?? []
const text = ranges
  .flatMap((range) => {
    const [first, last = first] = range
      .slice(2)
      .split('-')
      .map((digits) => Number.parseInt(digits, 16))
    return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))
  })
  .join('')

// The program is not one of the project's packages, since it runs once a year.
const folder = mkdtempSync(join(tmpdir(), 'subset-font-'))
try {
  execFileSync('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', 'subset-font@2.9.0'])
  const subsetFont = createRequire(join(folder, 'package.json'))('subset-font')
  const subset = await subsetFont(readFileSync(join(inter, 'files/inter-latin-wght-normal.woff2')), text, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
    keepFeatures: features,
    // Keep the license and its address.
    preserveNameIds: [13, 14],
  })
  writeFileSync(join(root, 'client/ui/fonts/inter-latin.woff2'), subset)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

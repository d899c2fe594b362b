// node scripts/subset-font.mjs. Writes client/ui/fonts/inter-latin.woff2: of Inter's Latin letters only the weights and the features
// that the portal shows, which are half of the bytes. To be run again when Inter or the weights in client/ui/tokens.css change.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './prepare.mjs'

// What browsers use unasked, and the figures of one width.
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

// Not among the project's packages: it runs once a year.
const folder = mkdtempSync(join(tmpdir(), 'subset-font-'))
try {
  execFileSync('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', 'subset-font@2.9.0'])
  const subsetFont = createRequire(join(folder, 'package.json'))('subset-font')
  const subset = await subsetFont(readFileSync(join(inter, 'files/inter-latin-wght-normal.woff2')), text, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
    keepFeatures: features,
    // The license and where it is.
    preserveNameIds: [13, 14],
  })
  writeFileSync(join(root, 'client/ui/fonts/inter-latin.woff2'), subset)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

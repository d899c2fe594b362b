// Lighthouse on the landing page, sign-in, verification, dashboard and resources, on a desktop and on a phone. Goals: 100 for
// accessibility, best practices and, on public pages, SEO; 95 for performance on a desktop and 90 on a phone, the median of three runs.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestPostgres } from '#test/postgres.ts'
import { demoCookie, startServerProcess } from '#test/server-process.ts'
import { noBudgets } from './no-budgets.ts'
import { report } from './report.ts'

// npx fetches Lighthouse, since with its dependencies it is larger than all other tools of the portal together.
const lighthouse = 'lighthouse@13.5.0'
const runs = 3
const categories = {
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
  performance: { desktop: 95, phone: 90 },
}
const pages = [
  ['landing', '/', null],
  ['sign-in', '/sign-in', null],
  ['verify', '/verify', null],
  ['dashboard', '/', 'partner@demo.test'],
  ['resources', '/resources', 'partner@demo.test'],
] as const

type Device = 'desktop' | 'phone'
interface Result {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>
  environment: { benchmarkIndex: number }
  audits: Record<string, { title: string; score: number | null }>
}

const chromePath = process.env.CHROMIUM || '/usr/bin/chromium'
const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'))

const measure = async (url: string, cookie: string | null, device: Device): Promise<Result> => {
  const [headers, output] = [join(folder, 'headers.json'), join(folder, 'result.json')]
  await writeFile(headers, JSON.stringify(cookie ? { cookie } : {}))
  const options = [
    `--extra-headers=${headers}`,
    `--output-path=${output}`,
    '--output=json',
    '--quiet',
    '--chrome-flags=--headless --no-sandbox --disable-gpu',
    `--only-categories=${Object.keys(categories).join()}`,
    ...(device === 'desktop' ? ['--preset=desktop'] : []),
  ]
  const run = () =>
    execFileSync('npx', ['--yes', lighthouse, url, ...options], {
      env: { ...process.env, CHROME_PATH: chromePath },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  try {
    run()
  } catch {
    // Occasionally the trace has no start, and Lighthouse asks to be run again.
    run()
  }
  return JSON.parse(await readFile(output, 'utf8'))
}

/** Lists what cost points, by its title. */
const faultsOf = ({ categories, audits }: Result, category: string) =>
  (categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => audits[id]?.title ?? id)

const postgres = await startTestPostgres()
try {
  const portal = await startServerProcess({ DATABASE_URL: postgres.url, DEMO: 'on', PORT: '0', ...noBudgets })
  try {
    for (const device of ['desktop', 'phone'] as const) {
      for (const [name, path, who] of pages) {
        const results: Result[] = []
        for (let run = 0; run < runs; run++) {
          const cookie = who && (await demoCookie(portal.url, who))
          results.push(await measure(portal.url + path, cookie, device))
        }
        // The index is Lighthouse's own measure of the machine. Its simulation of a phone assumes an index of 1,500 to 2,000.
        const indexes = results.map(({ environment }) => Math.round(environment.benchmarkIndex))
        process.stdout.write(`${name} on a ${device}: index of the processor ${indexes.join(', ')}\n`)
        for (const [category, wanted] of Object.entries(categories)) {
          // Search engines do not sign in, so only public pages need SEO.
          if (category === 'seo' && who) continue
          const goal = typeof wanted === 'number' ? wanted : wanted[device]
          report(
            `${name} on a ${device}: ${category}`,
            'points',
            results.map((result) => 100 * (result.categories[category]?.score ?? 0)),
            { name: 'the goal', values: [goal] },
            { text: 'reached', reached: (own, limit) => own >= limit },
          )
          const faults = new Set(results.flatMap((result) => faultsOf(result, category)))
          if (faults.size > 0) process.stdout.write(`lost by: ${[...faults].join('; ')}\n`)
        }
      }
    }
  } finally {
    await portal.stop()
  }
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

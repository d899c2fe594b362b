import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoCookie, type ServerProcess } from '#test/server-process.ts'
import { createAccountFolder, findFreePort, runAsAccount, startAsAccount } from './account-program.ts'
import { openPortals } from './portal-processes.ts'

const deploy = join(import.meta.dirname, '../docs/deploy')
const token = 'a-token-of-this-test'

const folder = createAccountFolder('portal-prometheus')
let portals: Awaited<ReturnType<typeof openPortals>>
let portal: ServerProcess
let prometheus: Awaited<ReturnType<typeof startAsAccount>>
let api: string

beforeAll(async () => {
  portals = await openPortals({ DEMO: 'on', METRICS_TOKEN: token })
  portal = await portals.start()
  const port = await findFreePort()
  api = `http://127.0.0.1:${port}/api/v1`
  const replacements = [
    ['15s', '1s'],
    [
      '/etc/prometheus/alerts.yml',
      folder.writeFile('alerts.yml', readFileSync(join(deploy, 'alerts.yml'), 'utf8')),
    ],
    ['/etc/prometheus/portal-token', folder.writeFile('portal-token', `${token}\n`)],
    ['"127.0.0.1:5001", "127.0.0.1:5002"', `"${new URL(portal.url).host}"`],
  ] as const
  let text = readFileSync(join(deploy, 'prometheus.yml'), 'utf8')
  for (const [from, to] of replacements) {
    expect(text).toContain(from)
    text = text.replaceAll(from, to)
  }
  const configuration = folder.writeFile('prometheus.yml', text)
  runAsAccount('promtool', ['check', 'config', configuration])
  const flags = [
    `--config.file=${configuration}`,
    `--storage.tsdb.path=${join(folder.path, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]
  prometheus = await startAsAccount('prometheus', flags, port)
})
afterAll(async () => {
  await prometheus?.stop('SIGTERM')
  await portals?.stop()
  folder.remove()
})

const get = async (path: string) => {
  const response = await fetch(`${api}${path}`)
  const { status, data, error } = await response.json()
  if (status !== 'success') throw new Error(`${path}: ${error}`)
  return data
}
const query = async (
  expression: string,
): Promise<{ metric: Record<string, string>; value: [number, string] }[]> =>
  (await get(`/query?query=${encodeURIComponent(expression)}`)).result
const getValue = async (expression: string) => Number((await query(expression))[0]?.value[1])
const soon = { timeout: 60_000, interval: 250 }

test('the alert rules are valid', () => {
  runAsAccount('promtool', ['check', 'rules', join(folder.path, 'alerts.yml')])
})

test('reads the metrics of the portal with the configuration of docs/deploy', async () => {
  await expect.poll(() => getValue('up{job="portal"}'), soon).toBe(1)
  const cookie = await demoCookie(portal.url, 'partner@demo.test')
  for (let count = 0; count < 5; count++)
    expect((await fetch(`${portal.url}/api/partner/tasks`, { headers: { cookie } })).status).toBe(200)
  const requests = 'portal_http_requests_total{route="/api/partner/tasks",status="200"}'
  await expect.poll(() => getValue(requests), soon).toBe(5)
  expect(await getValue('max(portal_database_up)')).toBe(1)
  expect(await getValue('max(portal_agreements_signed_total{by="partner"})')).toBeGreaterThan(0)
})

test('every query of the dashboard works, and all panels but those of failures have data', async () => {
  const dashboard = JSON.parse(readFileSync(join(deploy, 'grafana-dashboard.json'), 'utf8'))
  // Replace the variables as Grafana does.
  const withVariables = (expression: string) =>
    expression.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*')
  const empty = async () => {
    const found: string[] = []
    for (const { title, targets = [] } of dashboard.panels)
      for (const { expr } of targets) if ((await query(withVariables(expr))).length === 0) found.push(title)
    return found
  }
  const ofFailures = new Set(['Server errors by route', 'Waiting jobs by kind', 'Oldest waiting job by kind'])
  await expect.poll(async () => (await empty()).filter((title) => !ofFailures.has(title)), soon).toEqual([])
})

test('no alert fires while the portal runs, and one fires when it stops', async () => {
  const { groups } = await get('/rules')
  const { rules } = groups[0]
  expect(rules.length).toBeGreaterThan(10)
  await expect
    .poll(
      async () => (await get('/rules')).groups[0].rules.map(({ health }: { health: string }) => health),
      soon,
    )
    .toEqual(rules.map(() => 'ok'))
  const states = async () =>
    (await get('/alerts')).alerts.map(({ labels }: { labels: { alertname: string } }) => labels.alertname)
  expect(await states()).toEqual([])
  await portals.stop()
  await expect.poll(states, soon).toContain('PortalDown')
})

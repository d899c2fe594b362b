import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'

const settings = { METRICS_TOKEN: 'a-token-of-this-test' }
const portal = await createTestApp({ settings, runsJobs: true })
afterAll(portal.close)

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../docs', path), 'utf8')
const printed = await portal.visit().get('/metrics', { authorization: `Bearer ${settings.METRICS_TOKEN}` })
const suffixes = { counter: [''], gauge: [''], histogram: ['_bucket', '_sum', '_count'], summary: [''] }
const printedNames = new Set(
  [...printed.body.matchAll(/^# TYPE (\S+) (counter|gauge|histogram|summary)$/gm)].flatMap(([, name, type]) =>
    suffixes[type as keyof typeof suffixes].map((suffix) => name + suffix),
  ),
)

const wordsOfLanguage = new Set(
  'sum min max count topk rate increase absent vector histogram_quantile min_over_time by and or'.split(' '),
)
/** Returns the names of metrics in a PromQL expression. */
const namesIn = (expression: string) =>
  (
    expression
      .replaceAll(/"[^"]*"/g, '')
      .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '')
      .replaceAll(/\bby\s*\([^)]*\)/g, '')
      .match(/\b[a-z_][a-z0-9_]*\b/gi) ?? []
  ).filter((word) => !wordsOfLanguage.has(word) && !/^e\d+$/.test(word))

// Prometheus itself provides `up`.
const unknownIn = (expressions: string[]) =>
  expressions.flatMap(namesIn).filter((name) => name !== 'up' && !printedNames.has(name))

interface Panel {
  id: number
  type: string
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { refId: string; expr: string }[]
}

describe('the dashboard for Grafana', () => {
  const dashboard = JSON.parse(read('deploy/grafana-dashboard.json'))
  const panels: Panel[] = dashboard.panels
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

  test('only uses metrics that the portal prints', () => {
    expect(expressions.length).toBeGreaterThan(20)
    expect(unknownIn(expressions)).toEqual([])
    expect(dashboard.templating.list.map(({ definition }: { definition?: string }) => definition)).toContain(
      'label_values(portal_build_info, instance)',
    )
  })

  test('can be imported: each panel has its own id and place, and refers to its source by the variable', () => {
    expect(dashboard).toMatchObject({ title: 'Partner Portal', schemaVersion: expect.any(Number) })
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    for (const { gridPos, title } of panels) {
      expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24)
      const overlapping = panels.filter(
        ({ gridPos: { x, y, w, h } }) =>
          x < gridPos.x + gridPos.w && gridPos.x < x + w && y < gridPos.y + gridPos.h && gridPos.y < y + h,
      )
      expect(overlapping.map((panel) => panel.title)).toEqual([title])
    }
    expect(JSON.stringify(panels).match(/"uid":"(?!\$\{datasource\}")/g)).toBeNull()
  })

  test('what each process shows of the whole installation is not added up', () => {
    const whole = [...printed.body.matchAll(/^# HELP (\S+) .*For the whole installation/gm)].map(
      ([, name]) => name,
    )
    expect(whole.length).toBeGreaterThan(5)
    const all = [...expressions, ...expressionsOfAlerts()]
    for (const expression of all.filter((each) => namesIn(each).some((name) => whole.includes(name)))) {
      expect(expression).toMatch(/^(sum( by \(\w+\))? ?\()?max\b/)
    }
  })
})

/** Returns the expressions of the rules, which are on one line or folded below `>-`. */
const expressionsOfAlerts = () =>
  [...read('deploy/alerts.yml').matchAll(/^ +expr: (?:>-\n((?: {10}.*\n)+)|(.*)\n)/gm)].map(
    ([, folded, line]) => (folded ?? line ?? '').trim(),
  )

describe('the alerts for Prometheus', () => {
  const names = [...read('deploy/alerts.yml').matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name)

  test('only use metrics that the portal prints', () => {
    expect(expressionsOfAlerts()).toHaveLength(names.length)
    expect(unknownIn(expressionsOfAlerts())).toEqual([])
  })

  test('each has its section in docs/alerts.md, which has no other sections', () => {
    const sections = [...read('alerts.md').matchAll(/^## (Portal\w+)$/gm)].map(([, name]) => name)
    expect(sections).toEqual(names)
  })
})

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Locator, type Page } from '@playwright/test'
import type Axe from 'axe-core'
import { measureContrastsOnce } from './contrasts-once.ts'

/**
 * Waits in a page for what a change of the size or the color scheme starts. What turns for as long as something loads does not end.
 * @param size of the window: on a busy machine the page has it only some frames after it was set
 */
export const untilStill = async (size: { width: number; height: number } | null) => {
  const frame = () => new Promise(requestAnimationFrame)
  const hasSize = () => !size || (innerWidth === size.width && innerHeight === size.height)
  // A phone shows a page that is too wide smaller, and has another size then.
  for (let frames = 0; frames < 100 && !hasSize(); frames += 1) await frame()
  // Transitions start with the next frame.
  await frame()
  await frame()
  await document.fonts.ready
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(ending.map(({ finished }) => finished))
}

const markName = 'data-checked-by-axe'
// axe makes several objects for the color of each element and of all that lies behind it. As it is compiled for old browsers, each of
// their private fields is a weak map, whose entries the garbage collector follows: a third of its time. Here they are properties.
const quickFields = `
  const WeakMap = class {
    field = Symbol()
    has(key) { return Object.hasOwn(key, this.field) }
    get(key) { return this.has(key) ? key[this.field] : undefined }
    set(key, value) { key[this.field] = value; return this }
    delete(key) { return this.has(key) && delete key[this.field] }
  }
  const WeakSet = class extends WeakMap {
    add(key) { return this.set(key, true) }
  }`
// It parses those colors anew each time: a page has few.
const parseColorsOnce = `
  const known = new Map()
  const { prototype } = axe.commons.color.Color
  const { parseString } = prototype
  prototype.parseString = function (text) {
    const { r, g, b, alpha } = known.get(text) ?? parseString.call(this, text)
    if (!known.has(text)) known.set(text, { r, g, b, alpha })
    return Object.assign(this, { r, g, b, alpha })
  }`
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const quickAxe = `(() => {${quickFields}\n${source};${parseColorsOnce};(${measureContrastsOnce})()})()`

/** Returns what axe finds on a page, each as a text. */
const findViolations = async (page: Page, checked: string | null, isFrameKnown: boolean) => {
  // Half a megabyte of script, which a page needs only once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(quickAxe)
  return page.evaluate(
    async ({ checked, isFrameKnown }) => {
      const root = document.getElementById('root')
      const main = root?.querySelector('main')
      const beside = [...(main?.parentElement?.children ?? [])].filter((element) => element !== main)
      // Nobody can reach what lies behind a dialog.
      const known = root?.matches('[aria-hidden=true], [inert]') ? [root] : beside
      const { violations } = await (window as unknown as { axe: typeof Axe }).axe.run(
        checked ?? { exclude: isFrameKnown ? known : [] },
        {
          resultTypes: ['violations'],
          // Finding selectors, which no message shows, takes axe a third of its time, and it would preload media to find what plays by itself.
          selectors: false,
          ancestry: false,
          preload: false,
          // People who speak to the browser say what stands on a button. axe leaves this rule out by default.
          rules: { 'label-content-name-mismatch': { enabled: true } },
        },
      )
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ html, any }) =>
          [`${id}: ${help}`, html, ...any.map(({ message }) => message)].join('\n'),
        ),
      )
    },
    { checked, isFrameKnown },
  )
}

/**
 * Checks what a page shows now by every rule of axe.
 * @param part only this part, such as a dialog over a page that was checked before; the rules for whole pages do not apply then
 * @param scheme light where only actions reach the state: it is made of the same colors as the screens, which are walked through in
 *   both, and `client/ui/tokens.test.ts` checks the contrasts of both
 * @param isFrameKnown whether other screens show what surrounds this one: the header, the rail and the bar, or all that lies behind a
 *   dialog. The rules for whole pages apply all the same.
 */
export const expectNoAxeViolations = async (
  page: Page,
  part?: Locator,
  scheme: 'light' | 'dark' = 'light',
  isFrameKnown = false,
) => {
  await part?.evaluate((element, name) => element.setAttribute(name, ''), markName)
  await page.emulateMedia({ colorScheme: scheme })
  await page.evaluate(untilStill, page.viewportSize())
  const found = await findViolations(page, part ? `[${markName}]` : null, isFrameKnown)
  expect(found, `axe on ${page.url()}, ${scheme}`).toEqual([])
  await page.emulateMedia({ colorScheme: null })
  await part?.evaluate((element, name) => element.removeAttribute(name), markName)
}

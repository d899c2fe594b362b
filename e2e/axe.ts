import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Locator, type Page } from '@playwright/test'
import type Axe from 'axe-core'
import { measureContrastsOnce } from './contrasts-once.ts'

/**
 * Waits until the page has reacted to a change of the size or the color scheme. Endless animations, such as spinners, are not waited for.
 * @param size the size of the window, which the page only has some frames later on a busy machine
 */
export const untilStill = async (size: { width: number; height: number } | null) => {
  const frame = () => new Promise(requestAnimationFrame)
  const hasSize = () => !size || (innerWidth === size.width && innerHeight === size.height)
  // A phone zooms out of a page that is too wide, and then never has this size.
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
// axe makes several objects for the color of each element and of everything behind it. It is compiled for old browsers, so each of their
// private fields is a weak map, and following its entries takes the garbage collector a third of the time. These are plain properties.
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
// axe parses the same colors again and again, although a page has few.
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

/** Returns the violations that axe finds on a page, each as a text. */
const findViolations = async (page: Page, checked: string | null, isFrameKnown: boolean) => {
  // The script has half a megabyte, so each page loads it only once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(quickAxe)
  return page.evaluate(
    async ({ checked, isFrameKnown }) => {
      const root = document.getElementById('root')
      const main = root?.querySelector('main')
      const beside = [...(main?.parentElement?.children ?? [])].filter((element) => element !== main)
      // A dialog makes everything behind it unreachable, so that is not checked again.
      const known = root?.matches('[aria-hidden=true], [inert]') ? [root] : beside
      const { violations } = await (window as unknown as { axe: typeof Axe }).axe.run(
        checked ?? { exclude: isFrameKnown ? known : [] },
        {
          resultTypes: ['violations'],
          // No message shows the selectors, which take axe a third of its time. Preloading would only find media that play by themselves.
          selectors: false,
          ancestry: false,
          preload: false,
          // People who use voice control say the text on a button. axe leaves this rule out by default.
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
 * @param part the only part to check, such as a dialog over a page that was checked before; rules for whole pages do not apply then
 * @param scheme light for states that only actions reach: they have the same colors as the screens, which are checked in both schemes, and
 *   `client/ui/tokens.test.ts` checks the contrasts of both
 * @param isFrameKnown whether other checks cover what surrounds the screen: the header, the rail and the bar, or everything behind a
 *   dialog. The rules for whole pages still apply.
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

import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'
import axeCore from 'axe-core'

/** Waits for the animations that end. What turns for as long as something loads does not. */
export const waitForAnimations = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })

const setColorScheme = async (page: Page, colorScheme: 'light' | 'dark') => {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    // A change of the color scheme starts its transitions with the next frame.
    await frame()
    await frame()
    await document.fonts.ready
  })
  await waitForAnimations(page)
}

const markName = 'data-checked-by-axe'
// axe takes half a megabyte of script, which a page needs only once.
const alreadyLoaded = ';'
// axe parses the colors of each element and of all that lies behind it anew, which takes a quarter of its time: a page has few colors.
const parseColorsOnce = `{
  const known = new Map()
  const { prototype } = axe.commons.color.Color
  const { parseString } = prototype
  prototype.parseString = function (text) {
    const { r, g, b, alpha } = known.get(text) ?? parseString.call(this, text)
    if (!known.has(text)) known.set(text, { r, g, b, alpha })
    return Object.assign(this, { r, g, b, alpha })
  }
}`
const quickAxe = `${axeCore.source};${parseColorsOnce}`

// People who speak to the browser say what stands on a button. axe leaves this rule out by default.
const alsoChecked = { 'label-content-name-mismatch': { enabled: true } }

const findViolations = async (page: Page, part: Locator | undefined) => {
  const isLoaded = await page.evaluate(() => 'axe' in window)
  // Finding selectors, which no message shows, takes axe a third of its time, and it would preload media to find what plays by itself.
  // Without frames it need not open a page of its own to gather what each of them has found.
  const axe = new AxeBuilder({ page, axeSource: isLoaded ? alreadyLoaded : quickAxe })
    .setLegacyMode()
    .options({
      resultTypes: ['violations'],
      selectors: false,
      ancestry: false,
      preload: false,
      rules: alsoChecked,
    })
  if (part) axe.include(`[${markName}]`)
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, any }) => [`${id}: ${help}`, html, ...any.map(({ message }) => message)].join('\n')),
  )
}

/** Checks a page, or a part of it, on the way through a journey. */
export type CheckAccessibility = (part?: Locator) => Promise<void>

/**
 * Checks what a page shows now by every rule of axe.
 * @param part only this part, such as a dialog over a page that was checked before; the rules for whole pages do not apply then
 * @param scheme light where only actions reach the state: it is made of the same colors as the screens, which are walked through in
 *   both, and `client/ui/tokens.test.ts` checks the contrasts of both
 */
export const expectNoAxeViolations = async (
  page: Page,
  part?: Locator,
  scheme: 'light' | 'dark' = 'light',
) => {
  await part?.evaluate((element, name) => element.setAttribute(name, ''), markName)
  await setColorScheme(page, scheme)
  expect(await findViolations(page, part), `axe on ${page.url()}, ${scheme}`).toEqual([])
  await page.emulateMedia({ colorScheme: null })
  await part?.evaluate((element, name) => element.removeAttribute(name), markName)
}

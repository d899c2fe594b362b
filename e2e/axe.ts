import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'

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

/** The rules that depend on colors. The stricter contrast of level AAA is no goal. */
const colorRules = ['color-contrast', 'link-in-text-block']

const markName = 'data-checked-by-axe'
// axe takes half a megabyte of script, which a page needs only once.
const alreadyLoaded = ';'

const findViolations = async (page: Page, part: Locator | undefined, rules?: string[]) => {
  const isLoaded = await page.evaluate(() => 'axe' in window)
  // Without frames it need not open a page of its own to gather what each of them has found.
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: alreadyLoaded }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
  if (part) axe.include(`[${markName}]`)
  if (rules) axe.withRules(rules)
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, any }) => [`${id}: ${help}`, html, ...any.map(({ message }) => message)].join('\n')),
  )
}

/** Checks a page, or a part of it, on the way through a journey. */
export type CheckAccessibility = (part?: Locator) => Promise<void>

/**
 * Checks what a page shows now by every rule of axe in light, and by those of colors in dark: the others cannot differ.
 * @param part only this part, such as a dialog over a page that was checked before; the rules for whole pages do not apply then
 * @param schemes light alone where the same is checked in dark at another width, since colors do not depend on it
 */
export const expectNoAxeViolations = async (
  page: Page,
  part?: Locator,
  { schemes = ['light', 'dark'] }: { schemes?: ('light' | 'dark')[] } = {},
) => {
  await part?.evaluate((element, name) => element.setAttribute(name, ''), markName)
  for (const scheme of schemes) {
    await setColorScheme(page, scheme)
    const violations = await findViolations(page, part, scheme === 'dark' ? colorRules : undefined)
    expect(violations, `axe on ${page.url()}, ${scheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null })
  await part?.evaluate((element, name) => element.removeAttribute(name), markName)
}

import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'
import { comeToRest } from './rest.ts'

const settle = async (page: Page) => {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    // A change of the colour scheme starts its transitions with the next frame.
    await frame()
    await frame()
    await document.fonts.ready
  })
  await comeToRest(page)
}

/** The rules that see colours. The stricter contrast of level AAA is no goal. */
const colourRules = ['color-contrast', 'link-in-text-block']

const mark = 'data-looked-at'

const violationsOf = async (page: Page, part: Locator | undefined, rules?: string[]) => {
  // No frames in it: it need not open a page of its own to gather what each of them has found.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (part) axe.include(`[${mark}]`)
  if (rules) axe.withRules(rules)
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, any }) => [`${id}: ${help}`, html, ...any.map(({ message }) => message)].join('\n')),
  )
}

/** Looks at a page, or at a part of it, as somebody passes. */
export type Look = (part?: Locator) => Promise<void>

/**
 * Holds what a page shows now to every rule of axe, in light, and in dark to those of colours: the others cannot differ.
 * @param part only this of it, such as a dialog over a page that was looked at before; the rules for pages then rest
 */
export const expectNoAxeViolations = async (page: Page, part?: Locator) => {
  await part?.evaluate((element, name) => element.setAttribute(name, ''), mark)
  await page.emulateMedia({ colorScheme: 'light' })
  await settle(page)
  expect(await violationsOf(page, part), `axe on ${page.url()}, light`).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await settle(page)
  expect(await violationsOf(page, part, colourRules), `axe on ${page.url()}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: null })
  await part?.evaluate((element, name) => element.removeAttribute(name), mark)
}

import axe from 'axe-core'
import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'

/** Checks a part of the page, such as a dialog, by every rule of axe that applies to parts, after all animations in the part end. */
export const expectNoAxeViolations = async (part: Locator) => {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(ending.map(({ finished }) => finished))
  const { violations } = await axe.run(await part.findElement(), {
    resultTypes: ['violations'],
    selectors: false,
    preload: false,
    // People who use voice control say the text on a button. axe leaves this rule out by default.
    rules: { 'label-content-name-mismatch': { enabled: true } },
  })
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html }) => `${id}: ${help}\n${html}`),
  )
  expect(found, 'axe').toEqual([])
}

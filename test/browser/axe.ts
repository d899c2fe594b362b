import axe from 'axe-core'
import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'

/** Checks what a part of the page, such as a dialog, shows by every rule of axe that applies to parts, once nothing moves in it. */
export const expectNoAxeViolations = async (part: Locator) => {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(ending.map(({ finished }) => finished))
  const { violations } = await axe.run(await part.findElement(), {
    resultTypes: ['violations'],
    selectors: false,
    preload: false,
    // People who speak to the browser say what stands on a button. axe leaves this rule out by default.
    rules: { 'label-content-name-mismatch': { enabled: true } },
  })
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html }) => `${id}: ${help}\n${html}`),
  )
  expect(found, 'axe').toEqual([])
}

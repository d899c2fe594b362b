import type { Page } from '@playwright/test'

/** Waits until nothing moves that will come to rest. What turns or breathes for as long as something loads does not. */
export const comeToRest = (page: Page) =>
  page.evaluate(async () => {
    const moving = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(moving.map(({ finished }) => finished))
  })

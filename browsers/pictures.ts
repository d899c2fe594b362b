import { writeFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import type { User } from './fixtures.ts'

/** The sizes at which people use the portal, in CSS pixels. */
const desktop = [1440, 900] as const
export const phone = [390, 844] as const

/** Takes a picture of a screen at both widths, for review in test-results, and expects that nothing is cut off at the right. */
export const picture = async ({ browser }: User, name: string) => {
  const before = await browser.evaluate(() => [innerWidth, innerHeight] as const)
  for (const [width, height] of [desktop, phone]) {
    await browser.setSize(width, height)
    await expect
      .poll(() => browser.evaluate(() => document.documentElement.scrollWidth - innerWidth), name)
      .toBeLessThanOrEqual(0)
    await writeFile(test.info().outputPath(`${name}-${width}.png`), await browser.screenshot())
  }
  await browser.setSize(...before)
}

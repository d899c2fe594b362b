import { writeFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import type { User } from './fixtures.ts'

/** The sizes at which people use the portal, in CSS pixels. */
const desktop = [1440, 900] as const
export const phone = [390, 844] as const

/** Shows a screen at both widths and keeps a picture of each in test-results, to be looked at. Nothing is cut off at the right. */
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

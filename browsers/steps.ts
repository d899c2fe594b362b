import { expect } from '@playwright/test'
import type { Browser } from './browser.ts'
import { findElement, type Seen, type Target } from './find-element.ts'

const button = (name: string, within?: Target): Target => ({
  role: 'button',
  name,
  ...(within && { within }),
})
const link = (name: string, within?: Target): Target => ({ role: 'link', name, ...(within && { within }) })
const heading = (name: string): Target => ({ role: 'heading', name })
const textbox = (name: string, within?: Target): Target => ({
  role: 'textbox',
  name,
  ...(within && { within }),
})
const text = (name: string, within?: Target): Target => ({ name, ...(within && { within }) })

/** Short names for the targets of steps. */
export const by = { button, link, heading, textbox, text }

/** Returns the steps that a user takes in a browser. Each step waits until it is possible or its result is visible. */
export const stepsIn = (browser: Browser) => {
  const look = (target: Target) => browser.evaluate(findElement, target, 'state') as Promise<Seen>
  // Between two pages, there is no page to look at.
  const lookAgain = (target: Target) => look(target).catch(() => null)
  const named = (target: Target) => JSON.stringify(target)

  const see = (target: Target) =>
    expect.poll(async () => ((await lookAgain(target))?.count ?? 0) > 0, named(target)).toBe(true)
  const seeNone = (target: Target) =>
    expect.poll(async () => (await lookAgain(target))?.count, `no ${named(target)}`).toBe(0)
  const ready = (target: Target) =>
    expect
      .poll(async () => {
        const seen = await lookAgain(target)
        return seen !== null && seen.count > 0 && !seen.isDisabled
      }, named(target))
      .toBe(true)
  const element = async (target: Target) => {
    await ready(target)
    const found = await browser.find(findElement, target, 'element')
    if (!found) throw new Error(`${named(target)} went away`)
    return found
  }

  /** Clicks an element with the mouse. */
  const press = async (target: Target) => {
    const found = await element(target)
    // Something that covers the element, such as a toast, moves away only after the element was scrolled to.
    await expect
      .poll(async () => (await lookAgain(target))?.isCovered, `${named(target)} is covered`)
      .toBe(false)
    await found.press()
  }

  return {
    see,
    seeNone,
    look,
    press,
    /** Replaces the content of a field by the keyboard. */
    fill: async (target: Target, value: string) => {
      await press(target)
      await browser.evaluate(() => (document.activeElement as HTMLInputElement).select())
      await browser.type(value)
      await expect.poll(async () => (await look(target)).value, named(target)).toBe(value)
    },
    /** Enters a day, such as `2026-12-01`, in a date field that already has a value. */
    enterDay: async (target: Target, day: string) => {
      await (await element(target)).enterDay(day)
      await expect.poll(async () => (await look(target)).value, named(target)).toBe(day)
    },
    /** Chooses an option of a select by its label. */
    choose: async (target: Target, option: string) => {
      await (await element(target)).chooseOption(option)
    },
    chooseFile: async (target: Target, path: string) => (await element(target)).chooseFile(path),
    /** Opens an address and waits until the page is interactive. */
    open: async (address: string) => {
      await browser.goto(address)
      await responses(browser)
    },
    reload: async () => {
      await browser.reload()
      await responses(browser)
    },
    at: (path: string) =>
      expect
        .poll(() => browser.evaluate(() => location.pathname + location.search).catch(() => null))
        .toBe(path),
  }
}

export type Steps = ReturnType<typeof stepsIn>

/** Waits until the page is interactive. A page that the server rendered remembers clicks until its scripts run, but not keys. */
const responses = (browser: Browser) =>
  expect
    .poll(() =>
      browser
        .evaluate(
          () =>
            document.readyState !== 'loading' &&
            document.getElementById('root')?.getAttribute('aria-busy') !== 'true',
        )
        .catch(() => false),
    )
    .toBe(true)

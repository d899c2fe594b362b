import { launch, type Page } from 'puppeteer-core'
import type { Browser, Element, Engine } from './browser.ts'
import { loadPage } from './load-page.ts'

const program = process.env.FIREFOX || '/usr/bin/firefox-esr'

type Handle = {
  evaluate<T>(run: (element: HTMLElement, label: string) => T, label: string): Promise<T>
  select(value: string): Promise<string[]>
  click(options?: { offset: { x: number; y: number } }): Promise<void>
  uploadFile(path: string): Promise<void>
}

/** Moves each part of a date field to its value by the arrow keys, because digits that BiDi sends to the field change nothing. */
const enterDay = async (handle: Handle, { keyboard }: Page, day: string) => {
  const before = await handle.evaluate((field) => (field as HTMLInputElement).value, '')
  const [from, to] = [before, day].map((value) => value.split('-').map(Number))
  const month = { offset: { x: 20, y: 20 } }
  await handle.click(month)
  // The parts are month, day and year, in American order.
  for (const part of [1, 2, 0]) {
    const steps = (to?.[part] ?? 0) - (from?.[part] ?? 0)
    for (let left = Math.abs(steps); left > 0; left -= 1)
      await keyboard.press(steps > 0 ? 'ArrowUp' : 'ArrowDown')
    await keyboard.press('Tab')
  }
}

const elementOf = (handle: Handle, page: Page): Element => ({
  press: () => handle.click(),
  chooseOption: async (label) => {
    const value = await handle.evaluate(
      (select, label) =>
        [...(select as HTMLSelectElement).options].find(({ text }) => text === label)?.value ?? null,
      label,
    )
    if (value === null) throw new Error(`there is no option ${label}`)
    await handle.select(value)
  },
  enterDay: (day) => enterDay(handle, page, day),
  chooseFile: (path) => handle.uploadFile(path),
})

/** Sets the size of the page. Firefox 140 sets the size but cannot override the orientation, which Puppeteer asks for as well. */
const setSize = async (page: Page, width: number, height: number) => {
  await page.setViewport({ width, height }).catch((error: Error) => {
    if (!error.message.includes('setScreenOrientationOverride')) throw error
  })
  await page.waitForFunction((expected) => innerWidth === expected, {}, width)
}

const browserOf = (page: Page, own: Pick<Browser, 'home' | 'downloads' | 'version' | 'close'>): Browser => {
  const inPage: Pick<Browser, 'evaluate'> = {
    evaluate: (run, ...args) => page.evaluate(run as never, ...(args as unknown as never[])),
  }
  return {
    goto: (address) => loadPage(inPage, () => page.evaluate((to) => location.assign(to), address)),
    reload: () => loadPage(inPage, () => page.evaluate(() => location.reload())),
    back: () => page.evaluate(() => history.back()),
    setCookie: ({ name, value, url }) =>
      page.browserContext().setCookie({
        name,
        value,
        domain: new URL(url).hostname,
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
      }),
    ...inPage,
    find: async (run, ...args) => {
      const handle = await page.evaluateHandle(run as never, ...(args as unknown as never[]))
      const element = (handle as { asElement(): Handle | null }).asElement()
      return element && elementOf(element, page)
    },
    type: (text) => page.keyboard.type(text),
    pressKey: (key) => page.keyboard.press(key),
    setSize: (width, height) => setSize(page, width, height),
    screenshot: async () => Buffer.from(await page.screenshot()),
    ...own,
  }
}

/** The distribution's Firefox, driven by WebDriver BiDi. */
export const firefox: Engine = {
  name: 'Firefox',
  open: async (home) => {
    const browser = await launch({
      browser: 'firefox',
      executablePath: program,
      headless: true,
      // `setSize` sets the size below, for versions that do not support everything that the launcher sends.
      defaultViewport: null,
      extraPrefsFirefox: {
        'browser.download.folderList': 2,
        'browser.download.dir': home,
        // Otherwise Firefox also opens a downloaded PDF, in a tab in front of this one.
        'pdfjs.disabled': true,
        'intl.accept_languages': 'en-US',
        'ui.prefersReducedMotion': 1,
      },
      env: { ...process.env, TZ: 'America/New_York' },
    })
    const [page = await browser.newPage()] = await browser.pages()
    await setSize(page, 1440, 900)
    return browserOf(page, {
      home,
      downloads: home,
      version: () => browser.version(),
      close: () => browser.close(),
    })
  },
  close: async () => {},
}

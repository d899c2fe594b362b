import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Builder, Capabilities, Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import type { Browser, Element, Engine } from './browser.ts'
import { freePort } from './free-port.ts'
import { loadPage } from './load-page.ts'

const elementOf = (element: WebElement): Element => ({
  press: () => element.click(),
  chooseOption: async (label) => {
    const option = await element
      .getDriver()
      .executeScript<WebElement | null>(
        'return [...arguments[0].options].find(({ text }) => text === arguments[1]) ?? null',
        element,
        label,
      )
    if (!option) throw new Error(`there is no option ${label}`)
    await option.click()
  },
  enterDay: async (day) => {
    const [year, month, date] = day.split('-')
    await element.click()
    await element.getDriver().actions().sendKeys(`${month}/${date}/${year}`).perform()
  },
  chooseFile: (path) => element.sendKeys(path),
})

const scriptOf = (run: unknown) => `return (${run}).apply(null, arguments)`

const browserOf = (
  driver: WebDriver,
  own: Pick<Browser, 'home' | 'downloads' | 'version' | 'close'>,
): Browser => {
  const inPage: Pick<Browser, 'evaluate'> = {
    evaluate: (run, ...args) => driver.executeScript(scriptOf(run), ...args),
  }
  return {
    goto: (address) => loadPage(inPage, () => driver.get(address)),
    reload: () => loadPage(inPage, () => driver.navigate().refresh()),
    back: () => driver.navigate().back(),
    setCookie: async ({ name, value, url }) => {
      // The driver only accepts cookies for the page that is open.
      await loadPage(inPage, () => driver.get(`${url}/healthz`))
      await driver.manage().addCookie({ name, value, path: '/', httpOnly: true, sameSite: 'Lax' })
    },
    ...inPage,
    find: async (run, ...args) => {
      const element = await driver.executeScript<WebElement | null>(scriptOf(run), ...args)
      return element && elementOf(element)
    },
    type: (text) => driver.actions().sendKeys(text.replaceAll('\n', Key.ENTER)).perform(),
    pressKey: (key) =>
      driver
        .actions()
        .sendKeys(Key[key.toUpperCase() as 'ENTER'])
        .perform(),
    setSize: async (width, height) => {
      const chrome = await driver.executeScript<[number, number]>(
        'return [outerWidth - innerWidth, outerHeight - innerHeight]',
      )
      await driver
        .manage()
        .window()
        .setRect({ x: 0, y: 0, width: width + chrome[0], height: height + chrome[1] })
      // The window has the new size before its page has.
      await driver.wait(() => driver.executeScript<boolean>('return innerWidth === arguments[0]', width))
    },
    screenshot: async () => {
      // A picture contains what was rendered one frame earlier.
      await driver.executeAsyncScript(
        'const [done] = arguments; requestAnimationFrame(() => requestAnimationFrame(() => done()))',
      )
      return Buffer.from(await driver.takeScreenshot(), 'base64')
    },
    ...own,
  }
}

const stop = async (child: ChildProcess) => {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

let display: { name: string; child: ChildProcess } | undefined

/** Starts a virtual display, since WebKitGTK has no headless mode. */
const startDisplay = async () => {
  const child = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [number] = (await once(child.stdout, 'data')) as [Buffer]
  return { name: `:${String(number).trim()}`, child }
}

const miniBrowser = () => {
  const [program] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
  if (!program)
    throw new Error('There is no MiniBrowser of WebKitGTK. Install the package webkit2gtk-driver.')
  return program
}

// Occasionally the browser starts, but the driver does not notice.
const startTimeoutMs = 60_000
const attempts = 3

/** Starts a driver and its browser. A driver has only one session. */
const startDriver = async (home: string, displayName: string, attempt = 1) => {
  const port = await freePort()
  const child = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: ['ignore', 'ignore', process.env.DEBUG ? 'inherit' : 'ignore'],
    env: {
      ...process.env,
      DISPLAY: displayName,
      GDK_BACKEND: 'x11',
      HOME: home,
      XDG_CONFIG_HOME: join(home, '.config'),
      XDG_DATA_HOME: join(home, '.local/share'),
      XDG_CACHE_HOME: join(home, '.cache'),
      TZ: 'America/New_York',
      LANG: 'en_US.UTF-8',
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
    },
  })
  const late = AbortSignal.timeout(startTimeoutMs)
  const lateness = once(late, 'abort').then(() => null)
  const server = `http://127.0.0.1:${port}`
  while (!(await fetch(`${server}/status`, { signal: late }).catch(() => null)) && !late.aborted)
    await sleep(50)
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] },
    // The driver's own waiting never ends for a page that redirects to the previous page.
    pageLoadStrategy: 'none',
  })
  const building = new Builder().usingServer(server).withCapabilities(capabilities).build()
  building.catch(() => {})
  const driver = await Promise.race([building, lateness])
  if (driver) return { driver, child }
  await stop(child)
  if (attempt === attempts) throw new Error('WebKitGTK did not start')
  return startDriver(home, displayName, attempt + 1)
}

/** The distribution's WebKitGTK in its MiniBrowser, driven by WebDriver. */
export const webkit: Engine = {
  name: 'WebKitGTK',
  open: async (home) => {
    display ??= await startDisplay()
    // Otherwise the buttons of the window make it wider than a phone.
    await mkdir(join(home, '.config/gtk-3.0'), { recursive: true })
    await writeFile(
      join(home, '.config/gtk-3.0/gtk.css'),
      '* { min-width: 0; padding: 0; margin: 0; font-size: 1px; -gtk-icon-transform: scale(.5); border-width: 0 }',
    )
    const downloads = join(home, 'Downloads')
    await mkdir(downloads)
    await writeFile(join(home, '.config/user-dirs.dirs'), 'XDG_DOWNLOAD_DIR="$HOME/Downloads"\n')
    const { driver, child } = await startDriver(home, display.name)
    const browser = browserOf(driver, {
      home,
      downloads,
      version: async () => (await driver.getCapabilities()).getBrowserVersion() ?? '',
      close: async () => {
        await driver.quit()
        await stop(child)
      },
    })
    await browser.setSize(1440, 900)
    return browser
  },
  close: async () => {
    if (display) await stop(display.child)
    display = undefined
  },
}

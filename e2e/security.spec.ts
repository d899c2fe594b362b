import type { Page, Response } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { saveData } from './resource-steps.ts'

/** Collects the responses of a page from now on. */
const collectResponses = (page: Page) => {
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  return responses
}

/** Returns the transferred bytes of responses, without headers. The stream of live updates has no size, since it does not end. */
const bytesOf = async (responses: Response[]) => {
  const finite = responses.filter((response) => response.request().resourceType() !== 'eventsource')
  const sizes = await Promise.all(finite.map((response) => response.request().sizes()))
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
}

const ofType = (responses: Response[], ...types: string[]) =>
  responses.filter((response) => types.includes(response.request().resourceType()))

test.use({ ownContext: true })

test('an inline script injected into a page does not run, which fails a test that does not expect it', async ({
  page,
  browserErrors,
}) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Partner Login' })).toBeVisible()
  await page.evaluate(() => {
    document.body.setAttribute('onclick', 'void 0')
    // Older versions of the browser check a handler only when it is about to run.
    document.body.click()
  })
  await expect.poll(() => browserErrors.unexpected().join()).toContain('Content Security Policy')
  browserErrors.allow(/Content Security Policy|ERR_INVALID_URL data:none/)

  const seen = await page.evaluateHandle(() => {
    document.body.removeAttribute('onclick')
    const seen = { ran: [] as string[], refused: 0 }
    Object.assign(window, { mark: (what: string) => seen.ran.push(what) })
    addEventListener('securitypolicyviolation', () => {
      seen.refused += 1
    })
    const inline = document.createElement('script')
    inline.textContent = 'mark("inline")'
    const data = document.createElement('script')
    data.src = 'data:text/javascript,mark("data")'
    const markup = document.createElement('div')
    markup.innerHTML =
      '<img src="data:image/png," onerror="mark(\'handler\')"><a href="javascript:mark(\'link\')">x</a>'
    document.body.append(inline, data, markup)
    markup.querySelector('a')?.click()
    return seen
  })
  await expect.poll(() => seen.jsonValue()).toEqual({ ran: [], refused: 4 })
})

test('on https the chosen theme is in a cookie that no other host can set', async ({
  page,
  portal,
  browserErrors,
}) => {
  browserErrors.allow(/portal\.example\.com/)
  const origin = 'https://portal.example.com'
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: portal.url + pathname }) })
  })
  await page.goto(`${origin}/theme.js`)
  await page.setContent('<html><script src="/theme.js"></script></html>')
  await page.evaluate(() => dispatchEvent(new CustomEvent('theme-choice', { detail: 'dark' })))
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await page.context().cookies(origin)).toEqual([
    expect.objectContaining({
      name: '__Host-theme',
      value: 'dark',
      secure: true,
      sameSite: 'Lax',
      path: '/',
    }),
  ])
  await page.setContent('<html><script src="/theme.js"></script></html>')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test.describe('the bytes that a page loads', () => {
  // The dashboard of a shared portal also shows the pictures that other tests have uploaded.
  test.use({ ownPortal: true })

  test('the pages of visitors each send less than 110 KB of script and style, and the dashboard of a partner 220 KB in all', async ({
    page,
    signInAs,
  }) => {
    const cache = await page.context().newCDPSession(page)
    const responses = collectResponses(page)
    for (const [address, name] of [
      ['/', 'Partner Login'],
      ['/sign-in', 'Email me a code'],
      ['/verify', 'PDF of the agreement'],
    ] as const) {
      await cache.send('Network.clearBrowserCache')
      responses.length = 0
      await page.goto(address, { waitUntil: 'networkidle' })
      await expect(page.getByText(name)).toBeVisible()
      const sent = await bytesOf(ofType(responses, 'script', 'stylesheet'))
      // A smaller size would mean that not all files were loaded.
      expect(sent, address).toBeGreaterThan(50_000)
      expect(sent, address).toBeLessThan(110_000)
    }

    await signInAs(page, 'partner@demo.test')
    await saveData(page)
    await cache.send('Network.clearBrowserCache')
    responses.length = 0
    await page.goto('/', { waitUntil: 'networkidle' })
    await expect(
      page.getByText('Hang the posters').or(page.getByText('Put up the window posters')).first(),
    ).toBeVisible()
    // A read is repeated if its data changes while the page loads.
    const sent = await bytesOf([...new Map(responses.map((response) => [response.url(), response])).values()])
    expect(sent).toBeGreaterThan(100_000)
    expect(sent).toBeLessThan(220_000)
    const scripts = ofType(responses, 'script').map((response) => new URL(response.url()).pathname)
    expect(scripts.length).toBeLessThan(20)
    // The dashboard has no form, so it loads no schemas.
    expect(scripts.filter((path) => /^\/assets\/(zod|schemas)-/.test(path))).toEqual([])
  })
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from '@playwright/test'
import { contentTypeOf, type FileType } from '#contract/files/file-types.ts'
import { createResource } from '#test/factories.ts'
import { sampleFile } from '#test/sample-files.ts'
import { expect, test } from './fixtures.ts'
import { openLibrary, uniqueName, uploadToLibrary } from './resource-steps.ts'

const script = `<script>globalThis.ran?.('script')</script><img src="none" onerror="globalThis.ran?.('handler')">`
const hostilePage = `<!doctype html><html><body>${script}</body></html>`
const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"${attributes}>${inside}</svg>`

/** Files that pass as their type, with contents that would run if a browser took the files for a page. */
const hostile: [string, FileType, string | Buffer][] = [
  [
    'a drawing with scripts, a link to one, and a page in it',
    'svg',
    svg(
      `<script>ran('drawing')</script><a href="javascript:ran('link')"><rect width="20" height="20"/></a>
      <foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="${hostilePage.replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"/></foreignObject>`,
      ` onload="ran('load')"`,
    ),
  ],
  [
    'a drawing with a style sheet that is a program',
    'svg',
    `<?xml-stylesheet type="text/xsl" href="data:text/xml,x"?>${svg(`<script href="data:text/javascript,ran()"/>`)}`,
  ],
  ['a page called a text', 'txt', hostilePage],
  ['a page called a table', 'csv', hostilePage],
  [
    'a picture with a page behind it',
    'gif',
    Buffer.concat([await sampleFile('gif'), Buffer.from(hostilePage)]),
  ],
]

/** Collects the scripts that run in the page or in one of its frames. */
const collectRuns = async (target: Page) => {
  const runs: string[] = []
  await target.exposeFunction('ran', (what: string) => runs.push(what))
  return runs
}

/** Proves that the contents of these files run where nothing prevents it. */
const expectToRunElsewhere = async (target: Page) => {
  const server = createServer((request, response) => {
    const isDrawing = request.url === '/drawing'
    response.setHeader('content-type', isDrawing ? contentTypeOf('svg') : 'text/html')
    response.end(isDrawing ? hostile[0]?.[2] : hostilePage)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const runs = await collectRuns(target)
  await target.goto(`http://127.0.0.1:${port}/drawing`)
  await target.goto(`http://127.0.0.1:${port}/page`)
  await expect.poll(() => runs).toEqual(expect.arrayContaining(['drawing', 'load', 'script', 'handler']))
  server.close()
}

/** Finds the element of a preview that shows a loaded file. */
const shownIn = (preview: Locator, type: FileType) => {
  if (type === 'csv') return preview.getByRole('table')
  if (type === 'txt') return preview.getByText('<!doctype html>')
  return preview.locator('img')
}

test('no uploaded file runs anything, whether framed, previewed or opened directly', async ({
  page,
  openContext,
  portal,
  signInAs,
  browserErrors,
}) => {
  // The browser reports on the console what it refuses.
  browserErrors.allow(/Content Security Policy|sandboxed|Refused to execute|\/none\b|favicon\.ico$/)
  const staff = await openContext()
  await test.step('elsewhere', async () => expectToRunElsewhere(await staff.newPage()))
  await portal.signIn(staff, 'support@demo.test')
  const word = uniqueName('Hostile')
  const files: { what: string; type: FileType; title: string; address: string }[] = []
  for (const [what, type, content] of hostile) {
    const title = `${word} ${files.length}`
    const bytes = Buffer.from(content)
    // The portal refuses to take these drawings, but older ones may be stored.
    const { filePath } =
      type === 'svg'
        ? await createResource(portal, { bytes, fileType: type, title })
        : await uploadToLibrary(staff.request, title, type, bytes)
    files.push({ what, type, title, address: `/objects/${filePath}` })
  }
  await signInAs(page, 'partner@demo.test')
  const runs = await collectRuns(page)

  await test.step('framed', async () => {
    await page.goto('/welcome')
    await page.evaluate(
      (addresses) => {
        for (const address of addresses) {
          for (const name of ['iframe', 'object', 'embed', 'img', 'script'] as const) {
            const element = document.createElement(name)
            element.setAttribute(name === 'object' ? 'data' : 'src', address)
            document.body.append(element)
          }
        }
      },
      files.map(({ address }) => address),
    )
    await page.waitForLoadState('networkidle')
    expect(runs).toEqual([])
  })

  await test.step('previewed', async () => {
    const { file, preview } = await openLibrary(page, `?search=${encodeURIComponent(word)}`)
    for (const { what, type, title } of files) {
      await file(title).click()
      const shown = shownIn(preview, type)
      await expect(shown, what).toBeVisible()
      if (type !== 'csv' && type !== 'txt') await expect(shown, what).toHaveJSProperty('complete', true)
      expect(runs, what).toEqual([])
      await page.keyboard.press('Escape')
      await expect(preview).toHaveCount(0)
    }
  })

  for (const { what, type, address } of files) {
    await test.step(`${what} (${type}), opened by itself`, async () => {
      if (type === 'csv') {
        // Chromium cannot show tables, so it downloads them.
        await expect(page.goto(address)).rejects.toThrow('Download is starting')
        return
      }
      await page.goto(address)
      await page.mouse.click(10, 10)
      // Without an origin of its own, no script in the file could read the portal.
      if (type === 'svg' || type === 'txt') {
        expect(await page.evaluate(() => globalThis.origin)).toBe('null')
      }
      await page.waitForLoadState('networkidle')
      expect(runs).toEqual([])
    })
  }
})

import { createUser } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'

test('staff read the description of the API, and the page asks no other site', async ({
  page,
  portal,
  signInAs,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      console.error(`Content-Security-Policy: ${violatedDirective} ${blockedURI} ${sourceFile}`)
    })
  })
  await signInAs(page, await createUser(portal, { role: 'support' }))
  await page.goto('/docs#tag/tasks/GET/api/tasks/{id}')
  // The page's script (4.9 MB) and the description (0.8 MB) take a browser 3 s of a fast core, and ten times that beside other tests.
  await expect(page.getByRole('heading', { name: 'A task with its proof' })).toBeInViewport({
    timeout: 60_000,
  })
  // The introduction is above that, on the same page.
  await expect(page.getByRole('heading', { name: /Partner Portal$/, level: 1 })).toBeVisible()
  await expect(page.getByText('Times are ISO 8601 in UTC.')).toBeVisible()
  await expect(page.getByText(/Ask AI|Developer Tools|Configure/)).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => url.endsWith('/openapi.json'))).toHaveLength(1)
  const foreign = asked.filter((url) => !url.startsWith(portal.url) && !/^(data|blob):/.test(url))
  expect(foreign).toEqual([])
})

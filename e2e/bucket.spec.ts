import { readFile } from 'node:fs/promises'
import { createUser } from '#test/factories.ts'
import { addressOf, attachments, expectBytes, newPartner, openChat, openInbox } from './chat-steps.ts'
import { expect, test } from './fixtures.ts'
import { interceptFileBytes } from './resource-steps.ts'
import { drop, sample } from './sample-files.ts'

// The files of this portal are in a bucket.
test.use({ storage: 'bucket' })

// A violation of the policy, or a request to another origin than the bucket's, fails the test.
test('files go to a bucket, again to a new address after a failure, and reach the other side from this site alone', async ({
  page,
  portal,
  signInAs,
  openBrowser,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_FAILED/)
  await signInAs(page, await newPartner(portal, 'Rowan'))
  const response = await page.goto('/')
  expect(response?.headers()['content-security-policy']).toMatch(/img-src 'self' data: blob:;/)
  const partnerChat = await openChat(page)
  const [entrance, plan] = [await sample('png', 'Entrance'), await sample('svg', 'Plan')]
  const guests = await sample('xlsx', 'Guests')
  const addresses: string[] = []
  let isBroken = true
  await interceptFileBytes(page, (route) => {
    addresses.push(route.request().url())
    return isBroken ? route.abort() : route.continue()
  })
  await drop(partnerChat.log, [entrance])
  const chosen = attachments(partnerChat.panel)
  // The page finds the storage reachable, and cannot learn more about the failure.
  await expect(
    chosen.getByText(/doesn't let this site upload \(CORS\), or the connection was lost/),
  ).toBeVisible()
  isBroken = false
  await chosen.getByRole('button', { name: 'Retry Entrance.png' }).click()
  await expect(chosen.getByRole('button', { name: 'Remove Entrance.png' })).toBeVisible()
  expect(new Set(addresses.map((address) => new URL(address).origin))).toEqual(
    new Set([portal.deps.store.bucket?.origin]),
  )
  expect(new Set(addresses).size).toBe(2)
  await page.locator('input[type=file][multiple]').setInputFiles([guests, plan])
  await expect(chosen).toHaveCount(3)
  await expect(partnerChat.send).toBeEnabled()
  await partnerChat.send.click()
  await expect(partnerChat.log.getByRole('link', { name: /Guests\.xlsx/ })).toBeVisible()

  const colleague = await openBrowser()
  const user = { role: 'support', firstName: 'Sam', lastName: 'Vale' } as const
  const profileImageUrl = 'https://pictures.example.com/sam.png'
  await signInAs(colleague, await createUser(portal, { ...user, profileImageUrl }))
  const { log } = await openInbox(colleague, 'Dana Rowan')
  await expect(colleague.locator('header [data-initials="SV"]').filter({ visible: true })).toBeVisible()
  for (const { name } of [entrance, plan]) {
    await expect(log.locator(`img[alt="${name}"]`)).not.toHaveJSProperty('naturalWidth', 0)
  }
  await expect(log.locator('img[alt="Entrance.png"]')).toHaveAttribute('src', /\?thumbnail$/)
  await expectBytes(colleague, await addressOf(log, 'Entrance.png'), entrance)
  const downloading = colleague.waitForEvent('download')
  await log.getByRole('link', { name: /Guests\.xlsx/ }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Guests.xlsx')
  expect((await readFile(await download.path())).equals(guests.buffer), 'what was saved').toBe(true)
})

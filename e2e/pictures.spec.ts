import type { Locator } from '@playwright/test'
import { createUser } from '#test/factories.ts'
import { newPartner, openChat, openInbox } from './chat-steps.ts'
import { expect, test } from './fixtures.ts'
import { openLibrary } from './resource-steps.ts'
import { sample } from './sample-files.ts'

const expectSeen = (picture: Locator) => expect(picture).not.toHaveJSProperty('naturalWidth', 0)

for (const storage of ['disk', 'bucket'] as const) {
  test.describe(`with files on ${storage === 'disk' ? 'the disk' : 'a bucket'}`, () => {
    test.use({ storage })

    // A violation of the policy, or a request to another origin, fails the test.
    test('the pictures of the library and the chat are seen, under a policy of this site alone', async ({
      page,
      portal,
      signInAs,
      openBrowser,
    }) => {
      const partner = await openBrowser()
      await signInAs(partner, await newPartner(portal, 'Hazel'))
      const answer = await partner.goto('/')
      expect(answer?.headers()['content-security-policy']).toMatch(/img-src 'self' data: blob:;/)
      const sent = await openChat(partner)
      for (const type of ['png', 'svg'] as const) {
        await partner.locator('input[type=file][multiple]').setInputFiles(await sample(type, `Plan ${type}`))
        await expect(sent.send).toBeEnabled()
        await sent.send.click()
        const picture = sent.log.locator(`img[alt="Plan ${type}.${type}"]`)
        await picture.waitFor({ timeout: 20_000 })
        await expectSeen(picture)
      }

      const user = { role: 'support', firstName: 'Sam', lastName: 'Vale' } as const
      const profileImageUrl = 'https://pictures.example.com/sam.png'
      await signInAs(page, await createUser(portal, { ...user, profileImageUrl }))
      const { preview, file } = await openLibrary(page, '?search=Beach+at+noon')
      await expect(page.locator('header [data-initials="SV"]').filter({ visible: true })).toBeVisible()
      await expect(page.getByRole('banner').locator('img')).toHaveCount(0)
      await expectSeen(page.getByRole('main').locator('img').first())
      await file('Beach at noon').click()
      await expectSeen(preview.getByRole('img', { name: 'Beach at noon' }))
      const { log } = await openInbox(page, 'Dana Hazel')
      await expectSeen(log.locator('img[alt="Plan png.png"]'))
      await expectSeen(log.locator('img[alt="Plan svg.svg"]'))
    })
  })
}

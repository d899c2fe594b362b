import { expect, test } from './fixtures.ts'
import { openUploadAsStaff, stored, uniqueName } from './resource-steps.ts'
import { longText } from './sample-files.ts'

test.use({ storage: 'foreign-bucket' })

test('an upload says that the storage does not allow this site or cannot be reached, and who can help', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  const origin = portal.deps.store.bucket?.origin ?? ''
  browserErrors.allow(/CORS policy/)
  browserErrors.allow(new RegExp(`(ERR_FAILED|ERR_CONNECTION_REFUSED|status of 403).*${origin}`))
  const form = await openUploadAsStaff(portal, page, signInAs)
  const title = uniqueName('Elsewhere')
  await form.picker.setInputFiles(longText(title, 1_000))
  await form.category.selectOption('training')
  await form.submit.click()
  const foreign = `The file storage at ${origin} does not let this site upload (CORS), or the connection was lost. Try again, or contact the administrator of this portal.`
  await expect(form.section.getByText(foreign)).toBeVisible()
  await expect(form.title).toHaveValue(title)

  await page.route(`${origin}/**`, (route) => route.abort('connectionrefused'))
  await form.retry.click()
  const away = `The file storage at ${origin} cannot be reached from here. Check your connection, or contact the administrator of this portal.`
  await expect(form.section.getByText(away)).toBeVisible()
  expect(await stored(portal, title)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addActivationComment, listActivationComments } from '#contract/activation-comments.ts'
import { getActivation } from '#contract/activations.ts'
import type { Comment } from '#contract/comments.ts'
import { activationRow } from '#test/browser/activation-rows.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { partner } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, showPortal } from '#test/browser/screen.tsx'

const activation = activationRow({ name: 'Open house' })
const comment = (id: number, body: string): Comment => ({
  id: `11111111-1111-4111-8111-11111111111${id}`,
  body,
  author: 'Partner team',
  createdAt: '2026-11-20T12:00:00.000Z',
})

test('a comment that was not stored stays in the field, also when the dialog closes, and is then sent', async () => {
  const comments = [comment(1, 'Bring the banner.')]
  answerEmptyHome()
  answer(getActivation, activation)
  answer(listActivationComments, () => comments)
  answer(addActivationComment, () => refusal('internal'))
  await showPortal(`/?activation=${activation.id}`, partner)
  const dialog = page.getByRole('dialog', { name: 'Open house' })
  await expect.element(dialog.getByText('Bring the banner.')).toBeVisible()
  await expectNoAxeViolations(dialog)
  const field = dialog.getByRole('textbox', { name: 'Comment' })
  await field.fill('We have it.')
  await dialog.getByRole('button', { name: 'Add comment' }).click()
  await expect.element(page.getByText('Failed to add comment')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()

  await showPortal(`/?activation=${activation.id}`, partner)
  await expect.element(field).toHaveValue('We have it.')
  answer(addActivationComment, ({ body }) => {
    const added = comment(2, (body as { body: string }).body)
    comments.push(added)
    return added
  })
  await dialog.getByRole('button', { name: 'Add comment' }).click()
  await expect.element(dialog.getByRole('listitem').filter({ hasText: 'We have it.' })).toBeVisible()
  await expect.element(field).toHaveValue('')
})

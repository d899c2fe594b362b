import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#client/lib/query-client.ts'
import { countUnread } from '#contract/chat/frames.ts'
import { partner } from '#test/browser/people.ts'
import { answer } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, showPortal } from '#test/browser/screen.tsx'

const announced = () =>
  [...document.querySelectorAll('aside[aria-label=Chat] [role=status]')].map(({ textContent }) => textContent)

test('a message that arrives while the chat is closed is announced, and earlier unread messages are not', async () => {
  answerEmptyHome()
  answer(countUnread, { unread: 1 })
  await showPortal('/', partner)
  await expect.element(page.getByRole('button', { name: 'Open chat 1 unread' })).toBeVisible()
  expect(announced()).toEqual([''])

  answer(countUnread, { unread: 2 })
  await queryClient.invalidateQueries({ queryKey: [countUnread.path] })
  await expect.element(page.getByRole('button', { name: 'Open chat 2 unread' })).toBeVisible()
  expect(announced()).toEqual(['New message in the chat. 2 unread.'])

  answer(countUnread, { unread: 0 })
  await queryClient.invalidateQueries({ queryKey: [countUnread.path] })
  await expect.poll(announced).toEqual([''])
})

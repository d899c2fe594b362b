import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { getNeedsAttention, markAttention } from '#contract/attention.ts'
import { changeConversations } from '#contract/chat/inbox.ts'
import { getTask } from '#contract/task-work.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { rowPartner, secondPartner } from '#test/browser/partner-rows.ts'
import { support } from '#test/browser/people.ts'
import { answer } from '#test/browser/portal-responses.ts'
import { showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome, nothingWaits } from '#test/browser/staff-home.ts'
import { address, expectToast, section, texts } from '#test/browser/steps.ts'
import { taskDetails } from '#test/browser/task-rows.ts'

const since = '2001-01-01T12:00:00.000Z'
const ids = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'] as const
const conversationId = '00000000-0000-4000-8000-00000000000c'
const attention = section('Needs attention')
const rows = () => texts(attention.getByRole('list', { name: 'What waits' }).getByRole('listitem'))
const { id, fullName, businessName } = secondPartner
const other = { id, fullName, businessName }

/** Simulates the marks that the server stores, and returns what was sent. */
const keepMarks = () => {
  const sent: unknown[] = []
  const marked = new Map<string, { until: string | null }>()
  let isClosed = false
  answerStaffHome()
  answer(getNeedsAttention, ({ query }) => {
    const isMarked = query.get('marked') === 'true'
    const of = (shown: boolean) => (shown === isMarked ? [] : [{}])
    return {
      ...nothingWaits,
      conversations: {
        count: isClosed ? 0 : 1,
        marked: 0,
        rows: of(!isClosed && !isMarked).length
          ? [
              {
                id: conversationId,
                name: 'Paula',
                businessName: rowPartner.businessName,
                since,
                partner: rowPartner,
              },
            ]
          : [],
      },
      overdueTasks: {
        count: 2,
        marked: marked.size,
        rows: ids
          .filter((each) => marked.has(each) === isMarked)
          .map((each, index) => ({
            id: each,
            taskName: each === ids[0] ? 'Hang posters' : 'Send photos',
            dueDate: since,
            partner: index === 0 && each === ids[0] ? rowPartner : other,
            ...(isMarked && {
              mark: { until: marked.get(each)?.until ?? null, at: new Date().toISOString(), by: 'Sam Reyes' },
            }),
          })),
      },
    }
  })
  answer(markAttention, ({ params, body }) => {
    sent.push(body)
    const { mark } = body as { mark: { until: string | null } | null }
    if (mark) marked.set(params.id ?? '', mark)
    else marked.delete(params.id ?? '')
    return undefined
  })
  answer(changeConversations, ({ body }) => {
    sent.push(body)
    isClosed = JSON.stringify(body).includes('"closed":true')
    return { changed: [{ id: conversationId, before: { closed: false } }] }
  })
  return sent
}

test('an item is done with one press, can be undone, snoozed, and brought back from those that are marked', async () => {
  const sent = keepMarks()
  await showPortal('/', support)
  await attention.getByRole('button', { name: `Done: Hang posters of ${rowPartner.businessName}` }).click()
  await expectToast('Done')
  expect(sent).toEqual([{ kind: 'overdueTasks', since, mark: { until: null } }])
  await attention
    .getByRole('listitem')
    .filter({ hasText: 'Hang posters' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expectToast('Change undone')
  expect(sent.at(-1)).toEqual({ kind: 'overdueTasks', since, mark: null })

  const menuButton = attention.getByRole('button', { name: `Actions for Send photos of ${businessName}` })
  const { x } = (await menuButton.findElement()).getBoundingClientRect()
  await menuButton.click()
  await expect.element(page.getByRole('menu')).toBeVisible()
  // The button does not move when its menu opens.
  expect(menuButton.element().getBoundingClientRect().x).toBe(x)
  await page.getByRole('menuitem', { name: 'Snooze...' }).click()
  await page
    .getByRole('dialog', { name: 'Snooze Send photos' })
    .getByRole('button', { name: /^Tomorrow morning/ })
    .click()
  await expectToast('Snoozed')
  expect(sent.at(-1)).toMatchObject({ kind: 'overdueTasks', since, mark: { until: expect.any(String) } })

  await attention.getByRole('button', { name: '1 done or snoozed' }).click()
  const marked = attention.getByRole('listitem').filter({ hasText: 'Send photos' })
  await expect.element(marked).toMatchTextContent('by Sam Reyes')
  await expectNoAxeViolations(attention)
  await marked.getByRole('button', { name: /^Bring back/ }).click()
  await expectToast('Brought back')
  await attention.getByRole('button', { name: 'Back to what waits' }).click()
  await expect.poll(rows).toHaveLength(3)
})

test('j and k move between the items, e is done, Enter opens, and an opened task leads to the next', async () => {
  const sent = keepMarks()
  answer(getTask, ({ params }) => ({
    ...taskDetails(),
    id: params.id ?? '',
    taskName: params.id === ids[0] ? 'Hang posters' : 'Send photos',
  }))
  await showPortal('/', support)
  await expect.poll(rows).toHaveLength(3)
  await userEvent.keyboard('je')
  await expectToast('Done')
  expect(sent).toEqual([{ changes: [{ id: conversationId, closed: true }] }])
  await userEvent.keyboard('j{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Hang posters' })).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(page.getByRole('dialog', { name: 'Send photos' })).toBeVisible()
  await expect.element(page.getByRole('dialog').getByText('2 of 2')).toBeVisible()
  await userEvent.keyboard('k')
  await expect.element(page.getByRole('dialog', { name: 'Hang posters' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(address).toBe('/')
})

test('the items are grouped by partner, and the address keeps that', async () => {
  keepMarks()
  await showPortal('/', support)
  await attention.getByRole('link', { name: 'Group by partner' }).click()
  await expect.poll(address).toBe('/?attention=partner')
  await expect
    .poll(() => texts(attention.getByRole('heading', { level: 3 })))
    .toEqual([rowPartner.businessName, businessName])
  await expectNoAxeViolations(attention)
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { toast } from '#client/lib/toast.ts'
import { getTask } from '#contract/task-work.ts'
import { listOwnTasks, updateTask } from '#contract/tasks.ts'
import { tabTo } from '#test/browser/keyboard.ts'
import { partner } from '#test/browser/people.ts'
import { answer, type Call, refusal } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, showPortal } from '#test/browser/screen.tsx'
import { taskDetails, taskRow } from '#test/browser/task-rows.ts'

const toasts = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem')
const start = (name: string) =>
  page.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'Start' })
const isOpen = () => toasts.elements()[0]?.getAttribute('data-state') === 'open'
const box = async () => (await toasts.findElement()).getBoundingClientRect()
const waitForAnimations = async (place: Locator) =>
  Promise.all((await place.findElement()).getAnimations().map(({ finished }) => finished))

beforeEach(async () => {
  const tasks = ['First', 'Second', 'Third'].map((taskName) => taskRow({ taskName }))
  const taskOf = ({ params }: Call) => tasks.find(({ id }) => id === params.id)
  answerEmptyHome()
  answer(listOwnTasks, tasks)
  answer(getTask, (call) => taskDetails(taskOf(call)))
  answer(updateTask, (call) => taskRow({ ...taskOf(call), status: 'in_progress' }))
  await showPortal('/', partner)
  await expect.element(start('Second')).toBeVisible()
})

afterEach(() => {
  vi.useRealTimers()
})

/** Installs fake timers. With `stops`, time passes only when the test advances it; otherwise it also passes as usual. */
const takeTime = ({ stops }: { stops: boolean }) =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: !stops })

test('shows only the newest toast', async () => {
  await start('First').click()
  await expect.element(toasts).toMatchTextContent('Task status updated successfully')
  answer(updateTask, refusal('internal'))
  await start('Second').click()
  await expect.element(toasts).toMatchTextContent('ErrorFailed to update task status')
})

test('a toast closes after its time, but not while the mouse is over it', async () => {
  takeTime({ stops: false })
  await start('First').click()
  await toasts.hover()
  await vi.advanceTimersByTimeAsync(60_000)
  await expect.element(toasts).toBeVisible()
  await toasts.unhover()
  await vi.advanceTimersByTimeAsync(9_000)
  await expect.element(toasts).not.toBeInTheDocument()
})

test.each([
  ['closes after 5 seconds', undefined, 5_000],
  ['with Undo closes after 8 seconds', { label: 'Undo', onSelect: () => {} }, 8_000],
])('a toast %s', async (_, action, ms) => {
  await start('First').hover()
  takeTime({ stops: true })
  toast({ title: 'Saved', ...(action && { action }) })
  await expect.poll(isOpen).toBe(true)
  await vi.advanceTimersByTimeAsync(ms - 100)
  expect(isOpen()).toBe(true)
  await vi.advanceTimersByTimeAsync(200)
  expect(isOpen()).toBe(false)
})

const swipe = async (distance: number) => {
  const { left, top, width, height } = await box()
  const y = height / 2
  await userEvent.dragAndDrop(toasts, page.elementLocator(document.body), {
    sourcePosition: { x: width / 3, y },
    targetPosition: { x: left + width / 3 + distance, y: top + y },
    force: true,
    steps: 8,
  })
}

test('a swipe of 50 px to the right closes a toast, a shorter one or one to the left does not', async () => {
  await start('First').click()
  await expect.element(toasts).toBeVisible()
  takeTime({ stops: true })
  // Wait for the animations to end, to measure the final position.
  await waitForAnimations(toasts)
  const { x } = await box()
  for (const distance of [45, -120]) {
    await swipe(distance)
    await expect.poll(async () => (await box()).x).toBe(x)
  }
  await swipe(55)
  await expect.element(toasts).not.toBeInTheDocument()
})

test('F8 moves the focus to the toasts, where the newest can be dismissed', async () => {
  await start('First').click()
  await expect.element(toasts).toBeVisible()
  await userEvent.keyboard('{F8}')
  await expect
    .element(page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list'))
    .toHaveFocus()
  await tabTo(page.getByRole('button', { name: 'Dismiss', exact: true }))
  await userEvent.keyboard('{Enter}')
  await expect.element(toasts).not.toBeInTheDocument()
})

test('on a phone, a toast covers neither titles nor the bar, the buttons of a dialog or the field of the chat', async () => {
  await page.viewport(390, 844)
  const dialog = page.getByRole('dialog', { name: 'Second' })
  const chat = page.getByRole('dialog', { name: 'Chat with the Partner Team' })
  const expectClear = async (...places: Locator[]) => {
    // The toast moves once more when the element below it has reached its position.
    await expect
      .poll(async () => {
        const toast = await box()
        const covered = places.filter((place) => {
          const { top, bottom } = place.element().getBoundingClientRect()
          return toast.top < bottom && toast.bottom > top
        })
        return { isInside: toast.bottom < 844, covered: covered.map(String) }
      })
      .toEqual({ isInside: true, covered: [] })
    await page.getByRole('button', { name: 'Dismiss', exact: true }).click()
    await expect.element(toasts).not.toBeInTheDocument()
  }

  await start('First').click()
  await expectClear(
    page.getByRole('heading', { level: 1 }),
    page.elementLocator(document.querySelector('[data-bottom-bar]') as Element),
  )

  await page.getByRole('link', { name: 'Second' }).first().click()
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expectClear(dialog.getByRole('heading', { name: 'Second' }), dialog.getByRole('contentinfo'))
  history.back()

  await start('Third').click()
  await expect.element(toasts).toBeVisible()
  // The toast moves up for elements that open while it is shown.
  await page.getByRole('button', { name: 'Open chat' }).click()
  const field = chat.getByRole('textbox', { name: 'Message' })
  await expect.element(field).toBeVisible()
  await expectClear(chat.getByRole('heading', { name: 'Partner Team' }), field)
})

test('on a wide screen, a toast covers no control of a dialog', async () => {
  await page.getByRole('link', { name: 'Second' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Second' })
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect.element(toasts).toBeVisible()
  await waitForAnimations(toasts)
  const covered = (await box()).toJSON() as DOMRect
  const pressed = dialog.getByRole('button').elements()
  expect(pressed.length).toBeGreaterThan(2)
  for (const button of pressed) {
    const { left, right, top, bottom } = button.getBoundingClientRect()
    const isCovered =
      left < covered.right && right > covered.left && top < covered.bottom && bottom > covered.top
    expect(isCovered, button.outerHTML).toBe(false)
  }
})

test('on a wide screen, a toast stays in its corner while the chat is open next to it', async () => {
  await start('First').click()
  await expect.element(toasts).toBeVisible()
  await waitForAnimations(toasts)
  const { left, bottom } = await box()
  expect([left, bottom]).toEqual([16, 892])
  await page.getByRole('button', { name: 'Open chat' }).click()
  const chat = page.getByRole('dialog', { name: 'Chat with the Partner Team' })
  await expect.element(chat.getByRole('textbox', { name: 'Message' })).toBeVisible()
  // A toast checks its position again when the opened element has reached its own.
  await waitForAnimations(chat)
  await new Promise(requestAnimationFrame)
  const after = await box()
  expect([after.left, after.bottom]).toEqual([left, bottom])
})

test('on a phone, a toast follows the buttons below it', async () => {
  await page.viewport(390, 844)
  await page.getByRole('link', { name: 'Second' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Second' })
  await dialog.getByRole('button', { name: 'Start' }).click()
  // A toast stays open while the mouse is over it.
  await toasts.hover()
  const foot = (await dialog.getByRole('contentinfo').findElement()) as HTMLElement
  foot.style.marginTop = '140px'
  await expect
    .poll(async () => foot.getBoundingClientRect().top - (await box()).bottom)
    .toBeGreaterThanOrEqual(0)
})

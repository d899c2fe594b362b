import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { announcements } from '#server/db/schema/announcements.ts'
import {
  partnerActivations,
  partnerDocuments,
  partnerProfiles,
  partnerTasks,
} from '#server/db/schema/partners.ts'
import { sharedTasks } from '#server/db/schema/shared.ts'
import { expect, test } from './fixtures.ts'
import { findShifts, recordShifts } from './layout-shifts.ts'
import type { Person, Portal } from './portal.ts'
import { stored } from './resource-steps.ts'

const widths = [390, 768, 1024, 1440, 1920]

interface Screen {
  who: Person
  path: string
  /** The title of a file that is opened on it. */
  file?: string
  /** A text that shows when it has loaded. */
  shows: string | RegExp
}

const screens: Screen[] = [
  { who: 'admin@demo.test', path: '/', shows: 'Needs attention' },
  { who: 'admin@demo.test', path: '/?show=agreements', shows: 'Back to the dashboard' },
  { who: 'admin@demo.test', path: '/admin', shows: 'Profile Completed' },
  { who: 'admin@demo.test', path: '/admin?tab=partners', shows: 'Partner Applications' },
  { who: 'admin@demo.test', path: '/admin?tab=tasks', shows: 'New task' },
  { who: 'admin@demo.test', path: '/admin?tab=tasks&view=board', shows: 'In Progress' },
  { who: 'admin@demo.test', path: '/admin?tab=tasks&view=shared', shows: 'Gulf Coast Venues' },
  { who: 'admin@demo.test', path: '/admin?tab=agreements', shows: 'Venue Partnership Agreement' },
  { who: 'admin@demo.test', path: '/admin?tab=agreements&type=nda', shows: 'Came with the portal' },
  { who: 'admin@demo.test', path: '/admin?tab=announcements', shows: 'Photo day on the coast' },
  { who: 'admin@demo.test', path: '/admin?tab=tasks&view=recurring', shows: 'Weekly' },
  { who: 'admin@demo.test', path: '/admin?tab=tasks&view=templates', shows: 'After 3 days' },
  { who: 'admin@demo.test', path: '/admin?tab=tasks&view=sets', shows: 'By hand' },
  { who: 'admin@demo.test', path: '/admin?tab=inbox', shows: 'Unread first' },
  { who: 'admin@demo.test', path: '/admin?tab=users', shows: 'total users' },
  { who: 'admin@demo.test', path: '/admin?tab=audit&kind=all', shows: 'Audit Log' },
  { who: 'admin@demo.test', path: '/admin?tab=api', shows: 'API tokens' },
  { who: 'admin@demo.test', path: '/admin?tab=settings', shows: 'Office hours are off.' },
  { who: 'admin@demo.test', path: '/resources', shows: 'Recently added' },
  { who: 'admin@demo.test', path: '/resources?category=all', shows: 'New Folder' },
  { who: 'admin@demo.test', path: '/resources', file: 'Beach at noon', shows: 'Visible to' },
  { who: 'partner@demo.test', path: '/resources', shows: 'Recently added' },
  { who: 'partner@demo.test', path: '/resources?category=creative', shows: 'Logos' },
  { who: 'partner@demo.test', path: '/resources', file: 'Set-up guide', shows: 'Summer weekends' },
  { who: 'partner@demo.test', path: '/', shows: 'Partner Tasks' },
  { who: 'partner@demo.test', path: '/?calendar=2026-12', shows: 'Subscribe' },
  { who: 'admin@demo.test', path: '/?calendar=2026-12-01', shows: 'Subscribe' },
  { who: 'partner@demo.test', path: '/?show=tasks', shows: 'Partner Tasks' },
  { who: 'partner@demo.test', path: '/welcome', shows: 'Need Help' },
  { who: 'new@demo.test', path: '/onboarding?step=profile', shows: 'Step 2 of 4' },
  { who: 'pending@demo.test', path: '/onboarding', shows: 'Back to Profile' },
]

/** What opens on top of a screen, by a text in it. */
const dialogs = async ({ db }: Portal): Promise<Screen[]> => {
  const [task] = await db.select().from(partnerTasks).limit(1)
  const [activation] = await db.select().from(partnerActivations).limit(1)
  const [agreement] = await db.select().from(partnerDocuments).limit(1)
  const [partner] = await db.select().from(partnerProfiles).limit(1)
  const [shared] = await db.select().from(sharedTasks).limit(1)
  const [announcement] = await db
    .select()
    .from(announcements)
    .where(eq(announcements.title, 'Photo day on the coast'))
  const who = 'admin@demo.test'
  return [
    { who, path: `/?task=${task?.id}`, shows: /^Owner$/ },
    { who, path: `/?activation=${activation?.id}`, shows: 'Add to calendar' },
    { who, path: `/?agreement=${agreement?.id}`, shows: /^(Signed|Pending signature since)/ },
    { who, path: `/admin?tab=partners&partner=${partner?.id}`, shows: 'Business Website' },
    { who, path: '/?new=task', shows: 'Task name' },
    { who, path: `/?shared-task=${shared?.id}`, shows: 'Behind' },
    { who: 'partner@demo.test', path: '/?activity=all', shows: 'Show more' },
    { who, path: `/admin?tab=partners&partner=${partner?.id}&section=activity`, shows: / · \d+:\d\d [AP]M$/ },
    { who, path: `/?announcement=${announcement?.id}`, shows: 'Written by' },
    { who: 'partner@demo.test', path: `/?announcement=${announcement?.id}`, shows: 'Our photographer' },
    { who, path: '/?account=profile', shows: 'Account and security' },
    { who, path: '/?account=security', shows: "Where you're signed in" },
    { who, path: '/?account=calendar', shows: 'Create address' },
    { who, path: `/?record=${partner?.id}&section=calendar`, shows: 'Coming up this month' },
  ]
}

/** What breaks the rules of the layout on the screen that shows, each as a line. */
const findFaults = (page: Page) =>
  page.evaluate(() => {
    const faults: string[] = []
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    /** The end of a control, or of the list that scrolls by itself and cuts it off. */
    const endOf = (control: Element) => {
      let end = control.getBoundingClientRect().bottom
      for (let around = control.parentElement; around; around = around.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(around).overflowY))
          end = Math.min(end, around.getBoundingClientRect().bottom)
      }
      return end
    }
    const controls = [
      ...document.querySelectorAll('main :is(a, button, input, select, textarea, summary)'),
    ].filter(isShown)

    const root = document.documentElement
    if (root.scrollWidth > root.clientWidth)
      faults.push(`scrolls sideways by ${root.scrollWidth - root.clientWidth} px`)

    // The launcher stands still: what shares its columns passes under it somewhere.
    const launch = document.querySelector('[aria-label^="Open chat"]')
    const launcher = launch?.getBoundingClientRect()
    if (launch && launcher && getComputedStyle(launch).position === 'fixed') {
      for (const control of controls) {
        const { left, width, ...rect } = control.getBoundingClientRect().toJSON() as DOMRect
        // What is cut off does not reach farther than what it is in.
        const right = Math.min(
          rect.right,
          control.closest('li, tr, section')?.getBoundingClientRect().right ?? rect.right,
        )
        if (
          width > 1 &&
          left < launcher.right &&
          right > launcher.left &&
          !control.closest('[role=dialog]')
        ) {
          faults.push(`${nameOf(control)} passes under the launcher`)
        }
      }
    }

    // At the end of the page everything is above the bar.
    window.scrollTo(0, root.scrollHeight)
    const bar = document.querySelector('[data-bottom-bar]')?.getBoundingClientRect()
    if (bar && bar.width > 100) {
      for (const control of controls) {
        const { top, height } = control.getBoundingClientRect()
        const bottom = endOf(control)
        const isSticky = control.closest('.sticky, .fixed') !== null
        if (height > 1 && bottom > Math.max(top, bar.top + 1) && top < bar.bottom && !isSticky) {
          faults.push(`${nameOf(control)} stays under the bar`)
        }
      }
    }

    const row = document.querySelector('main tbody tr')?.getBoundingClientRect()
    const isFirst = row && document.querySelectorAll('main section section, main dl').length === 0
    if (row && isFirst && row.top + scrollY > 260)
      faults.push(`the first row is ${Math.round(row.top + scrollY)} px down`)

    for (const card of document.querySelectorAll('main section.rounded-card')) {
      if (!isShown(card)) continue
      const bottoms = [...card.querySelectorAll('*')]
        .filter((element) => element.childElementCount === 0 && isShown(element))
        .map((element) => element.getBoundingClientRect())
        .filter(({ height }) => height > 0)
        .map(({ bottom }) => bottom)
      const space = card.getBoundingClientRect().bottom - Math.max(...bottoms)
      if (space > 80 && card.getAttribute('aria-label') !== 'Inbox') {
        faults.push(`${Math.round(space)} px of nothing in ${nameOf(card)}`)
      }
    }

    window.scrollTo(0, 0)
    return faults
  })

for (const width of widths) {
  test(`every screen keeps the rules of the layout at ${width} px`, async ({ page, portal, signInAs }) => {
    test.setTimeout(400_000)
    await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
    await page.addInitScript(recordShifts)
    const faults: string[] = []
    let signedIn: Person | undefined
    for (const { who, path, file, shows } of [...screens, ...(await dialogs(portal))]) {
      if (who !== signedIn) await signInAs(page, who)
      signedIn = who
      await page.goto(file ? `${path}?file=${(await stored(portal, file))?.id}` : path)
      await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible()
      await expect(page.locator(':is(main, [role=dialog]) [aria-busy=true]')).toHaveCount(0)
      const found = [...(await findFaults(page)), ...(await findShifts(page))]
      faults.push(...found.map((fault) => `${who} ${path}: ${fault}`))
    }
    expect(faults).toEqual([])
  })
}

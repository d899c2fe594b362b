import type { Page } from '@playwright/test'
import { recordShifts } from '#test/browser/layout-shifts.ts'
import { createActivation, createFolder, createPartner, createResource, createTask } from '#test/factories.ts'
import { rounds } from '#test/rounds.ts'
import { type AddressedScreen, addressedScreens } from './addressed-screens.ts'
import { expectNoAxeViolations } from './axe.ts'
import { filledPartnerScreens } from './filled-partner-screens.ts'
import { filledStaffScreens } from './filled-staff-screens.ts'
import { expect, test } from './fixtures.ts'
import { findCutTexts, findFaults, findWidth } from './layout-rules.ts'
import type { Person, Portal } from './portal.ts'
import { blockRenderedPages } from './requests.ts'
import { createUsualNames, usual } from './usual-names.ts'

// A test checks several screens.
test.describe.configure({ timeout: 400_000 })

// The height shows everything at once, since axe ignores labels that are scrolled out of view.
const tall = 3000

const heightOf = (width: number) => (width < 500 ? 844 : 900)

const sized = (width: number): [width: number, height: number] => [width, heightOf(width)]

const wide = [sized(1920), sized(1024), sized(768)]
// A phone on its side, a laptop zoomed to 200 %, and the lowest window that is tested.
const low: typeof wide = [
  [844, 390],
  [720, 450],
  [640, 360],
]

/**
 * Returns the sizes at which to check the layout of a screen. `npm test` takes turns between those that are wide and those that are low,
 * and `npm run test:long` takes all.
 */
const sizesOf = (at: number) => {
  const turns = [wide, low].flatMap((sizes) => {
    const from = at % sizes.length
    return [...sizes.slice(from), ...sizes.slice(0, from)].slice(0, rounds({ short: 1, long: sizes.length }))
  })
  return [sized(1440), sized(390), ...turns]
}

const expectLoaded = (page: Page) =>
  expect(page.locator(':is(main, [role=dialog]) [aria-busy=true]')).toHaveCount(0)

/** Fails when a page scrolls sideways at this width. */
const expectFits = async (page: Page, width: number) => {
  await page.setViewportSize({ width, height: heightOf(width) })
  expect(await findWidth(page), `the width of ${page.url()} at ${width} px`).toBe(width)
}

// These pages are not part of the application, so only loading them leads there and back.
const isOutside = (path: string) => /^\/(sign-in|verify|day)\b/.test(path)

/** Goes to an address within the application as a link does, which takes a third of the time of a load. Otherwise loads the page. */
const goTo = async (page: Page, path: string) => {
  const { protocol, pathname } = new URL(page.url())
  const isWithin = protocol.startsWith('http') && !isOutside(pathname) && !isOutside(path)
  if (isWithin) await page.evaluate((to) => history.pushState(null, '', to), path)
  else await page.goto(path)
}

/** Shows a screen that has loaded. `npm run test:long` loads the page for each. */
const show = async (
  page: Page,
  path: string,
  shows: AddressedScreen['shows'],
  isLoaded = rounds({ short: 0, long: 1 }) > 0,
) => {
  await (isLoaded ? page.goto(path) : goTo(page, path))
  await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible()
  await expectLoaded(page)
}

/** Splits screens into parts. The screens of a part share one page, which saves opening a page for each. */
const partsOf = <Screen>(screens: readonly Screen[]) =>
  screens.flatMap((_, start) => (start % 8 === 0 ? [screens.slice(start, start + 8)] : []))

const namesOf = (screens: readonly { name: string }[]) => screens.map(({ name }) => name).join('; ')

type SignInAs = (page: Page, person: Person) => Promise<void>

/** Returns a function that signs in the user of the next screen, or out for a visitor, unless that user is already signed in. */
const createEnter = (page: Page, signInAs: SignInAs) => {
  let last: Person | undefined | null = null
  return async (who: Person | undefined) => {
    if (who === last) return
    last = who
    if (who) return signInAs(page, who)
    await page.goto('about:blank')
    await page.context().clearCookies()
  }
}

const desktop = { width: 1440, scheme: 'light' } as const
const phone = { width: 390, scheme: 'dark' } as const

/**
 * Returns where a screen is loaded and checked by axe. `npm test` takes turns, and `npm run test:long` does both for each screen; screens
 * whose surroundings are checked as well are always checked in both.
 */
const placesOf = ({ hasNewFrame }: AddressedScreen, at: number) => {
  const places = at % 2 === 0 ? [desktop, phone] : [phone, desktop]
  return hasNewFrame ? places : places.slice(0, rounds({ short: 1, long: 2 }))
}

/** Checks the screen at an address, and returns the faults in its layout. */
const checkScreen = async (page: Page, address: string, screen: AddressedScreen, at: number) => {
  const { shows, hasNewFrame } = screen
  const faults: string[] = []
  for (const { width, scheme } of placesOf(screen, at)) {
    await page.setViewportSize({ width, height: heightOf(width) })
    // The checks of the screen before it have changed the size of the page, which moves things late on a busy machine.
    await page.evaluate(() => window.flushShifts())
    // Other things may move while the page loads on a phone than on a desktop.
    await show(page, address, shows, hasNewFrame)
    const moved = await page.evaluate(() => window.flushShifts())
    faults.push(...moved.map((fault) => `${address} at ${width} px: ${fault}`))
    await page.setViewportSize({ width, height: tall })
    await expectNoAxeViolations(page, undefined, scheme, !hasNewFrame)
  }
  for (const [width, height] of sizesOf(at)) {
    await page.setViewportSize({ width, height })
    faults.push(...(await findFaults(page)).map((fault) => `${address} at ${width} px: ${fault}`))
  }
  await expectFits(page, 320)
  return faults
}

for (const screens of partsOf(addressedScreens)) {
  test(`pass axe and keep the rules of the layout at every width: ${namesOf(screens)}`, async ({
    page,
    portal,
    signInAs,
  }) => {
    await page.addInitScript(recordShifts)
    const enter = createEnter(page, signInAs)
    const faults: string[] = []
    for (const [at, screen] of screens.entries()) {
      const { name, who, path } = screen
      await test.step(name, async () => {
        await enter(typeof who === 'function' ? await who(portal) : who)
        const address = typeof path === 'function' ? await path(portal) : path
        faults.push(...(await checkScreen(page, address, screen, at)))
      })
    }
    expect(faults).toEqual([])
  })
}

for (const screens of partsOf([...filledPartnerScreens, ...filledStaffScreens])) {
  test(`pass axe and fit a phone with this content: ${namesOf(screens)}`, async ({
    page,
    portal,
    signInAs,
    browserErrors,
  }) => {
    const enter = createEnter(page, signInAs)
    // The content is created before anything is shown, because a list behind a dialog is not read again while the dialog is open.
    const opened = []
    for (const screen of screens) opened.push({ ...screen, ...(await screen.open(portal, browserErrors)) })
    for (const { name, who, path, shows } of opened) {
      await test.step(name, async () => {
        await enter(who)
        await page.setViewportSize({ width: 1440, height: tall })
        await show(page, path, shows)
        await expectNoAxeViolations(page, undefined, 'light', true)
        await expectFits(page, 390)
      })
    }
  })
}

test('screens pass axe while they load, when they cannot load, and with the menu open', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_FAILED/)
  await signInAs(page, 'partner@demo.test')
  await page.setViewportSize({ width: 390, height: 844 })
  await blockRenderedPages(page)
  await page.route('/api/auth/user', async () => {})
  await page.goto('/')
  await expect(page.getByText('Loading...')).toBeVisible()
  // The rules for whole pages require a heading, which appears only with the screen.
  await expectNoAxeViolations(page, page.getByRole('status'))

  await page.unrouteAll()
  await blockRenderedPages(page)
  await page.route(/\/api\/partner\/(documents|activations|tasks)$/, async () => {})
  await page.goto('/')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(4)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expectNoAxeViolations(page)

  await page.unrouteAll()
  await blockRenderedPages(page)
  await page.route(/\/api\/partner\/(documents|activations|tasks)$/, (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(3)
  await expectNoAxeViolations(page)

  for (const [path, address] of [
    ['/api/auth/user', '/'],
    ['/api/sign-in', '/sign-in'],
  ] as const) {
    await page.route(path, (route) => route.abort())
    await page.goto(address)
    await expect(page.getByRole('alert')).toContainText('The portal cannot be reached')
    await expectNoAxeViolations(page)
  }
})

/** Creates a partner with the longest names that can be stored, each one word. */
const createLongNames = async (portal: Portal) => {
  const long = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(5).slice(0, 200)
  const { user, profile } = await createPartner(portal, {
    status: 'completed',
    fullName: long,
    businessName: long,
    user: { firstName: long, lastName: long, email: `${'e'.repeat(60)}@${'long-host.'.repeat(18)}test` },
  })
  const partnerId = profile.id
  await createTask(portal, { partnerId, taskName: long, dueDate: new Date('2020-01-01T12:00:00Z') })
  await createActivation(portal, { partnerId, name: long })
  const folder = await createFolder(portal, { name: long, description: long })
  const file = await createResource(portal, {
    title: long,
    description: long,
    assignedPartnerIds: [partnerId],
    assignedGroup: long.slice(0, 100),
    folderId: folder.id,
  })
  return { user, long, folder, file }
}

test('names of 200 letters in one word break no screen', async ({ page, portal, signInAs, openBrowser }) => {
  const { user, long, folder, file } = await createLongNames(portal)
  const staff = await openBrowser()
  await signInAs(page, user)
  await signInAs(staff, 'support@demo.test')
  const inFolder = `/resources?folder=${folder.id}&file=${file.id}`
  const found = `/resources?search=donaudampf&file=${file.id}`
  for (const [browser, path, shows] of [
    [page, '/', long],
    [staff, '/', long],
    [page, '/onboarding', 'Dana Whitfield'],
    [page, '/onboarding?step=documents', 'Dana Whitfield'],
    ...[page, staff].flatMap((browser) => [
      [browser, inFolder, long] as const,
      [browser, found, long] as const,
    ]),
  ] as const) {
    await show(browser, path, shows)
    for (const width of [1440, 1024, 768, 390, 320]) {
      await expectFits(browser, width)
      const opened = browser.getByRole('dialog')
      for (const close of await opened.getByRole('button', { name: 'Close' }).all()) {
        await expect(close).toBeInViewport({ ratio: 1 })
      }
    }
  }

  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Open menu' })
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: heightOf(width) })
    if (await menu.isVisible()) await menu.click()
    await expect(page.getByRole('link', { name: 'Logout' })).toBeInViewport({ ratio: 1 })
  }
})

test('tables show names of 30 characters whole', async ({ page, portal, signInAs }) => {
  const { partnerId, fileId, folderId } = await createUsualNames(portal)
  await signInAs(page, 'admin@demo.test')
  await page.setViewportSize({ width: 1440, height: 900 })
  const { person, email, staff, thing } = usual
  const searched = encodeURIComponent(thing)
  const faults: string[] = []
  for (const [path, shows] of [
    ['/admin', 'Stalled in onboarding'],
    ['/admin?tab=partners&search=montgomery', person],
    ['/admin?tab=users&search=montgomery', person],
    [`/admin?tab=tasks&search=${searched}`, thing],
    [`/admin?tab=tasks&view=board&search=${searched}`, thing],
    [`/admin?tab=tasks&shared=only&state=all&search=${searched}`, thing],
    [`/admin?tab=tasks&view=recurring&search=${searched}`, thing],
    [`/admin?tab=tasks&view=templates&search=${searched}`, thing],
    [`/admin?tab=tasks&view=sets&search=${searched}`, thing],
    ['/admin?tab=agreements', thing],
    ['/admin?tab=agreements&view=types', thing],
    [`/admin?tab=activations&time=all&search=${searched}`, thing],
    ['/admin?tab=announcements', thing],
    ['/admin?tab=emails', email],
    ['/admin?tab=audit&kind=all', staff],
    ['/admin?tab=api', thing],
    ['/admin?tab=settings', 'Office hours are off.'],
    ['/', 'Needs attention'],
    [`/?partner=${partnerId}`, thing],
    [`/resources?folder=${folderId}`, thing],
    [`/resources?folder=${folderId}&file=${fileId}`, thing],
    ...['agreements', 'tasks', 'activations', 'files', 'emails', 'activity'].map(
      (section) => [`/admin?tab=partners&partner=${partnerId}&section=${section}`, person] as const,
    ),
  ] as const) {
    await show(page, path, shows)
    faults.push(...(await findCutTexts(page)).map((fault) => `${path}: ${fault}`))
  }
  expect(faults).toEqual([])
})

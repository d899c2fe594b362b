import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listResourceFolders } from '#contract/resources/folders.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { tabTo } from '#test/browser/keyboard.ts'
import { partner, support, withoutPartner } from '#test/browser/people.ts'
import { answer } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, showPortal } from '#test/browser/screen.tsx'

const links = ['Dashboard', 'Resources', 'Admin']

const header = page.getByRole('banner')
const bar = header.getByRole('navigation', { name: 'Main', exact: true })
const heading = page.getByRole('heading', { level: 1 })
const textsOf = (locator: typeof page | ReturnType<typeof page.getByRole>) =>
  locator
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent)
const current = () =>
  bar
    .getByRole('link')
    .elements()
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map(({ textContent }) => textContent)

const answerScreens = () => {
  answerEmptyHome()
  answer(listResourceFolders, [])
}

test('the header links to every screen and marks the current one', async () => {
  answerScreens()
  await showPortal('/dashboard', partner)
  await expect.poll(() => textsOf(bar)).toEqual(links)
  expect(current()).toEqual(['Dashboard'])
  for (const [label, path] of [
    ['Resources', '/resources'],
    ['Admin', '/admin'],
    ['Dashboard', '/'],
  ] as const) {
    await bar.getByRole('link', { name: label }).click()
    await expect.poll(() => location.pathname).toBe(path)
    await expect.poll(current).toEqual([label])
  }
})

test('no link is marked on the welcome page, and the name of the portal leads home', async () => {
  answerScreens()
  await showPortal('/welcome', partner)
  await expect.element(page.getByRole('heading', { name: 'Welcome to Partner Portal' })).toBeVisible()
  expect(current()).toEqual([])
  await header.getByRole('link', { name: 'Partner Portal' }).click()
  await expect.poll(() => location.pathname).toBe('/')
})

test.for([support, withoutPartner])(
  'every signed-in user gets every link of the header, Admin included, as $role',
  async (user) => {
    await showPortal('/pre-onboarding', user as CurrentUser)
    await expect.poll(() => textsOf(bar)).toEqual(links)
  },
)

const picturesShown = () =>
  [...document.querySelectorAll('header img')].filter((img) => img.checkVisibility())
const initialsShown = () =>
  [...document.querySelectorAll<HTMLElement>('header [data-initials]')]
    .filter((element) => element.checkVisibility())
    .map(({ dataset }) => dataset.initials)
const shown = (text: string | RegExp) =>
  header
    .getByText(text, { exact: true })
    .elements()
    .filter((element) => element.checkVisibility())

test('the header shows the picture, and a long name does not push Logout out', async () => {
  await showPortal('/pre-onboarding', {
    ...support,
    firstName: 'Wolfeschlegelsteinhausen'.repeat(4),
    lastName: 'B',
    profileImageUrl: '/client/public/apple-touch-icon.png',
  })
  await expect.poll(picturesShown).toHaveLength(1)
  await expect.poll(() => (picturesShown()[0] as HTMLImageElement).naturalWidth).toBeGreaterThan(0)
  expect(initialsShown()).toEqual([])
  const menu = page.getByRole('button', { name: 'Open menu' })
  for (const width of [390, 1024, 1440]) {
    await page.viewport(width, 800)
    if (menu.query()) await menu.click()
    await expect.element(page.getByRole('link', { name: 'Logout' })).toBeInViewport({ ratio: 1 })
  }
})

test('if a picture does not load, the header shows initials with the name', async () => {
  const names = { firstName: 'Élodie', lastName: 'van der Berg' }
  await showPortal('/pre-onboarding', { ...support, ...names, profileImageUrl: '/api/gone.png' })
  await expect.poll(initialsShown).toEqual(['ÉV'])
  await expect.poll(() => shown('Élodie van der Berg')).toHaveLength(1)
  expect(shown('Élodie van der Berg')[0]?.getAttribute('title')).toContain(support.email)
  expect(picturesShown()).toEqual([])
})

test('a user without a name is shown by the email address', async () => {
  const email = 'person-7@example.test'
  await showPortal('/pre-onboarding', { ...support, firstName: null, lastName: null, email })
  await expect.poll(initialsShown).toEqual(['P'])
  expect(shown(email)).toHaveLength(1)
})

test('the first press of Tab reaches Skip to content, which skips the header', async () => {
  answerEmptyHome()
  await showPortal('/', partner)
  await expect.element(heading).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('Logout empties the storage of the tab, even if the portal does not respond', async () => {
  answerEmptyHome()
  await showPortal('/', partner)
  sessionStorage.setItem('draft:profile', '{"fullName":"Dana"}')
  // The page stays, as it does when no response arrives.
  addEventListener('click', (event) => event.preventDefault(), { once: true })
  await page.getByRole('link', { name: 'Logout' }).click()
  await expect.poll(() => sessionStorage.length).toBe(0)
})

test('the menu of the account closes when the focus leaves it', async () => {
  answerEmptyHome()
  await showPortal('/', partner)
  await page.getByRole('button', { name: /^Account: / }).click()
  const theme = page.getByRole('group', { name: 'Theme' })
  await theme.getByRole('radio', { name: 'System' }).click()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('link', { name: 'Logout' })).toHaveFocus()
  await expect.element(theme).not.toBeInTheDocument()
})

describe('on a phone', () => {
  const open = page.getByRole('button', { name: 'Open menu' })
  const close = page.getByRole('button', { name: 'Close menu' })
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const logout = page.getByRole('link', { name: 'Logout' })

  test('the menu shows the links, the user and Logout, and its button, a change of the screen, Back and the current link close it', async () => {
    await page.viewport(390, 844)
    answerScreens()
    await showPortal('/', partner)
    await expect.element(open).toHaveAttribute('aria-expanded', 'false')
    await expect.element(bar).not.toBeInTheDocument()
    await expect.element(logout).not.toBeInTheDocument()

    await open.click()
    await expect.element(close).toHaveAttribute('aria-expanded', 'true')
    expect(textsOf(menu)).toEqual(links)
    await expect
      .element(menu.getByRole('link', { name: 'Dashboard' }))
      .toHaveAttribute('aria-current', 'page')
    expect(shown('Paula Ortega')).toHaveLength(1)
    await expect.element(logout).toBeVisible()

    await close.click()
    await expect.element(menu).not.toBeInTheDocument()

    await open.click()
    await menu.getByRole('link', { name: 'Resources' }).click()
    await expect.element(heading).toHaveTextContent('Partner Resources')
    await expect.element(menu).not.toBeInTheDocument()

    await open.click()
    await expect.element(menu).toBeVisible()
    history.back()
    await expect.element(heading).toHaveTextContent('Partner Dashboard')
    await expect.element(menu).not.toBeInTheDocument()

    await open.click()
    await menu.getByRole('link', { name: 'Dashboard' }).click()
    await expect.element(menu).not.toBeInTheDocument()
  })

  test('the menu works by the keyboard, and Escape closes it and gives the focus back', async () => {
    await page.viewport(390, 844)
    answerEmptyHome()
    await showPortal('/', partner)
    await tabTo(open)
    await userEvent.keyboard(' ')
    await expect.element(close).toHaveFocus()
    await userEvent.keyboard('{Tab}')
    await expect.element(menu.getByRole('link', { name: 'Dashboard' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(menu).not.toBeInTheDocument()
    await expect.element(open).toHaveFocus()

    await userEvent.keyboard('{Enter}')
    await tabTo(menu.getByRole('link', { name: 'Admin' }))
    await userEvent.keyboard('{Enter}')
    await expect.element(heading).toHaveTextContent('Access Denied')
    await expect.element(menu).not.toBeInTheDocument()
  })
})

describe('a user of several partners', () => {
  const partnersOf = (count: number): CurrentUser => {
    const partners = Array.from({ length: count }, (_, n) => ({
      ...(partner.partners[0] as CurrentUser['partners'][number]),
      id: `88888888-8888-4888-8888-88888888888${n}`,
      businessName: `Hall ${n}`,
      role: n === 0 ? ('owner' as const) : ('member' as const),
    }))
    return { ...partner, partners, partnerId: partners[1]?.id ?? null }
  }
  const list = header.getByRole('navigation', { name: 'Your partners' })
  const open = () => header.getByRole('button', { name: /^Account: / }).click()

  test('sees in the header which one this tab is for, and switches by a link for each', async () => {
    const user = partnersOf(2)
    answerEmptyHome()
    await showPortal('/', user)
    await expect
      .element(header.getByRole('button', { name: /^Account: / }))
      .toHaveAccessibleName('Account: Paula Ortega, Hall 1')
    await open()
    const links = list.getByRole('link')
    expect(links.elements().map((link) => [link.getAttribute('href'), link.ariaCurrent])).toEqual(
      user.partners.map(({ id }, n) => [`/?for=${id}`, String(n === 1)]),
    )
    expect(list.getByRole('searchbox').elements()).toEqual([])
  })

  test('searches for one among six or more', async () => {
    answerEmptyHome()
    await showPortal('/', partnersOf(6))
    await open()
    await list.getByRole('searchbox', { name: 'Search partners' }).fill('hall 4')
    await expect.poll(() => textsOf(list)).toEqual(['Hall 4'])
    await list.getByRole('searchbox', { name: 'Search partners' }).fill('none')
    await expect.element(list.getByText('No partner has this name.')).toBeVisible()
  })

  test('of one partner sees none of this', async () => {
    answerEmptyHome()
    await showPortal('/', partner)
    await open()
    expect(list.elements()).toEqual([])
  })
})

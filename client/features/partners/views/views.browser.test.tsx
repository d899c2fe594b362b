import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listPartnersWithUsers } from '#contract/partners/partners.ts'
import {
  checkView,
  countViews,
  createView,
  deleteView,
  listViews,
  type SavedView,
  updateView,
} from '#contract/views.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { partnerRow } from '#test/browser/partner-rows.ts'
import { answerPartnerTable } from '#test/browser/partner-table.ts'
import { support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { showPortal } from '#test/browser/screen.tsx'
import { address, expectToast, field } from '#test/browser/steps.ts'

const card = page.getByRole('region', { name: 'Partner Applications' })
const rail = page.getByRole('navigation', { name: 'Admin Panel' })
const bar = card.getByRole('group', { name: 'View' })
const id = '77777777-7777-4777-8777-777777777777'

const viewRow = (view: Partial<SavedView> = {}): SavedView => ({
  ...{ id, name: 'Never invited', isShared: false, sort: '-created', columns: null },
  owner: { id: support.id, name: 'Sam Whitfield' },
  filter: { access: 'never' },
  ...{ createdAt: '2026-11-20T15:00:00.000Z', updatedAt: '2026-11-20T15:00:00.000Z' },
  ...view,
})

/** Answers with views as the server stores them. */
const answerViews = (...views: SavedView[]) => {
  answer(listViews, () => views)
  answer(countViews, () => Object.fromEntries(views.map((view) => [view.id, 12])))
  answer(createView, ({ body }) => {
    const view = viewRow(body as Partial<SavedView>)
    views.push(view)
    return view
  })
  answer(updateView, ({ body }) => {
    const { updatedAt: _expected, uses: _uses, ...change } = body as SavedView & { uses?: number }
    return Object.assign(views[0] as SavedView, change)
  })
  answer(checkView, { uses: 0, things: [], joining: 0 })
  answer(deleteView, () => {
    views.splice(0, 1)
    return undefined
  })
}

beforeEach(() => {
  answerPartnerTable()
  answer(listPartnersWithUsers, { page: [partnerRow()], total: 1 })
})

test('what the table shows is saved as a view, which the rail then lists with its number of partners', async () => {
  answerViews()
  await showPortal('/admin?tab=partners', support)
  await expect.element(card.getByRole('button', { name: 'Save view' })).not.toBeInTheDocument()
  await card.getByRole('button', { name: 'More filters' }).click()
  await card.getByRole('combobox', { name: 'Sign-in' }).selectOptions('Never invited')
  await card.getByRole('combobox', { name: 'Manager' }).selectOptions('Me')
  await card.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await field(dialog, 'Name').fill('Mine, never invited')
  await expectNoAxeViolations(dialog)
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expectToast('View saved')
  // "Me" is stored as its author, so that the view means the same for everybody.
  await expect.poll(address).toBe(`/admin?tab=partners&view=${id}&manager=${support.id}&access=never`)
  await expect.element(bar).toMatchTextContent('Mine, never invited')
  await expect.element(bar.getByText('Changed')).not.toBeInTheDocument()
  const link = rail.getByRole('link', { name: 'Mine, never invited 12 partners' })
  await expect.element(link).toHaveAttribute('aria-current', 'page')
  await expect.element(dialog).not.toBeInTheDocument()
  await expectNoAxeViolations(rail)
})

test('a view that was changed is saved, reset, renamed, shared and deleted', async () => {
  answerViews(viewRow())
  await showPortal('/admin?tab=partners', support)
  await rail.getByRole('link', { name: 'Never invited 12 partners' }).click()
  await expect.poll(address).toBe(`/admin?tab=partners&view=${id}&access=never`)
  const status = card.getByRole('combobox', { name: 'Status' })
  await status.selectOptions('In onboarding')
  await expect.element(bar).toMatchTextContent('Changed')
  await bar.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(address).toBe(`/admin?tab=partners&view=${id}&access=never`)
  await status.selectOptions('In onboarding')
  await bar.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(bar.getByText('Changed')).not.toBeInTheDocument()
  const more = bar.getByRole('button', { name: /More actions/ })
  // The button has come to where the pointer already is. A press there arrives only after the pointer has moved.
  await status.hover()
  await more.click()
  await bar.getByRole('menuitem', { name: 'Share with all staff' }).click()
  await expect.element(bar).toMatchTextContent('Shared by you')
  await more.click()
  await bar.getByRole('menuitem', { name: 'Rename…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename view' })
  answer(updateView, refusal('conflict', 'One of your views already has this name.'))
  await field(dialog, 'Name').fill('Taken')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect.element(dialog).toMatchTextContent('One of your views already has this name.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await more.click()
  await bar.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast('View deleted')
  await expect.poll(address).toBe('/admin?tab=partners')
  await expect.element(rail.getByRole('link', { name: /Never invited/ })).not.toBeInTheDocument()
})

test('what saving and deleting a used view does is shown before', async () => {
  answerViews(viewRow())
  const things = [{ kind: 'task' as const, id, name: 'Hang the posters' }]
  answer(checkView, { uses: 1, things, joining: 3 })
  const sent: unknown[] = []
  answer(updateView, ({ body }) => {
    sent.push(body)
    return viewRow({ filter: {} })
  })
  await showPortal(`/admin?tab=partners&view=${id}`, support)
  await bar.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('alertdialog')
  await expect
    .element(dialog)
    .toMatchTextContent(
      '1 thing is for this view: the task “Hang the posters”. 3 partners will get what they do not have yet. Nobody loses anything.',
    )
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast('View saved')
  expect(sent).toMatchObject([{ filter: {}, uses: 1 }])
  await bar.getByRole('button', { name: /More actions/ }).click()
  await bar.getByRole('menuitem', { name: 'Delete…' }).click()
  await expect.element(dialog).toMatchTextContent('Partners keep what they have. Nobody else will get it.')
})

test("a colleague's shared view can be saved as a new one, not changed", async () => {
  const owner = { id: '88888888-8888-4888-8888-888888888888', name: 'Ann Lee' }
  answerViews(viewRow({ isShared: true, owner, sort: 'name', columns: 'group.seen' }))
  await page.viewport(390, 844)
  await showPortal('/admin?tab=partners', support)
  await card.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: /Never invited/ }).click()
  await expect.poll(address).toBe(`/admin?tab=partners&view=${id}&access=never&sort=name&columns=group.seen`)
  await expect.element(bar).toMatchTextContent('Shared by Ann Lee. Only they or an admin can change it.')
  await expect.element(bar.getByRole('button')).not.toBeInTheDocument()
  await card.getByRole('button', { name: /^Filters/ }).click()
  await card.getByRole('combobox', { name: 'Status' }).selectOptions('In onboarding')
  await expect.element(bar.getByRole('button', { name: 'Save as new' })).toBeVisible()
  await expect.element(bar.getByRole('button', { name: 'Save', exact: true })).not.toBeInTheDocument()
  await expectNoAxeViolations(card)
})

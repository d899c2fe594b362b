import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { getCalendar } from '#contract/calendar.ts'
import { listResponsible } from '#contract/chat/inbox.ts'
import { listMembers, listMembersOf, type Member } from '#contract/partners/members.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { changeTasks, listAllTasks } from '#contract/staff-tasks.ts'
import { listTaskDefinitions } from '#contract/task-definitions.ts'
import { getTask } from '#contract/task-work.ts'
import { listOwnTasks, type PartnerTask, updateTask } from '#contract/tasks.ts'
import { listPartnerGroups } from '#contract/users/users.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { rowPartner } from '#test/browser/partner-rows.ts'
import { member, partner, support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome } from '#test/browser/staff-home.ts'
import { expectToast, field, row, section } from '#test/browser/steps.ts'
import { taskDetails, taskRow } from '#test/browser/task-rows.ts'

const dialog = page.getByRole('dialog', { name: 'Hang the posters' })
const takeButton = dialog.getByRole('button', { name: "I'll do it" })

const noah = { id: '66666666-6666-4666-8666-666666666666', name: 'Noah Lind', profileImageUrl: null }
const mara = { id: member.id, name: 'Mara Lind', profileImageUrl: null }

/** The user with people beside them. */
const owner: CurrentUser = {
  ...partner,
  partners: partner.partners.map((each) => ({ ...each, hasOtherMembers: true })),
}

const person = (id: string | null, firstName: string, role: Member['role'] = 'member'): Member => ({
  id: crypto.randomUUID(),
  userId: id,
  email: `${firstName.toLowerCase()}@example.test`,
  firstName,
  lastName: 'Lind',
  title: null,
  role,
  canSign: role === 'owner',
  invitedAt: null,
  acceptedAt: id && '2026-11-01T15:00:00.000Z',
  lastSeenAt: null,
  isOfferedOwnership: false,
  updatedAt: '2026-11-01T15:00:00.000Z',
})
const people = [
  person(partner.id, 'Paula', 'owner'),
  person(mara.id, 'Mara'),
  person(noah.id, 'Noah'),
  person(null, 'Invited'),
]

/** Answers the calls about a task of a partner with several people, and records what was sent. */
const answerTask = (fields: Partial<PartnerTask> = {}) => {
  let task = taskRow(fields)
  const sent: unknown[] = []
  const assign = (assigneeId: string | null) => {
    task = { ...task, assignee: [mara, noah].find(({ id }) => id === assigneeId) ?? null }
    return task
  }
  answer(getTask, () => taskDetails({ ...task, partner: { ...rowPartner, peopleCount: 3 } }))
  answer(listOwnTasks, () => [task])
  answer(updateTask, ({ body }) => {
    sent.push(body)
    return assign((body as { assigneeId: string | null }).assigneeId)
  })
  return { id: task.id, updatedAt: task.updatedAt, sent, assign }
}

const answerHome = () => {
  answerEmptyHome()
  answer(getCalendar, { days: [] })
}

test('a member takes a task that nobody has by keyboard, sees that it is theirs, and gives it back', async () => {
  answerHome()
  const { updatedAt, sent } = answerTask()
  await showPortal('/', member)
  await row('Hang the posters').getByRole('link').first().click()
  await expect.element(dialog.getByText('Everybody', { exact: true })).toBeVisible()
  ;(takeButton.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const giveBack = dialog.getByRole('button', { name: 'Give back' })
  await expect.element(giveBack).toHaveFocus()
  await expect.element(dialog.getByText('Assigned to You')).toBeVisible()
  await expectToast('Task assigned')
  await expectNoAxeViolations(dialog)
  await giveBack.click()
  await expect.element(takeButton).toBeVisible()
  expect(sent).toEqual([
    { assigneeId: member.id, updatedAt },
    { assigneeId: null, updatedAt },
  ])
})

test('who is second learns who has taken the task, and sees it', async () => {
  answerHome()
  const { assign } = answerTask()
  await showPortal('/', member)
  await row('Hang the posters').getByRole('link').first().click()
  answer(updateTask, () => {
    assign(noah.id)
    return refusal('conflict', 'Noah Lind has taken this task.')
  })
  await takeButton.click()
  await expectToast('Noah Lind has taken this task.')
  await expect.element(dialog.getByText('Assigned to Noah Lind')).toBeVisible()
  await expect.element(takeButton).not.toBeInTheDocument()
  await expect.element(dialog).toHaveFocus()
})

test('the owner gives a task to one of the people who have joined, and lists their own tasks', async () => {
  answerHome()
  const { updatedAt, sent } = answerTask()
  answer(listMembers, people)
  await showPortal('/', owner)
  const tasks = section('Partner Tasks')
  await row('Hang the posters').getByRole('link').first().click()
  const choice = field(dialog, 'Assigned to')
  await expect.element(choice).toHaveValue('')
  await expect
    .poll(() => [...choice.element().querySelectorAll('option')].map(({ text }) => text))
    .toEqual(['Everybody', 'You', 'Mara Lind', 'Noah Lind'])
  await choice.selectOptions('Noah Lind')
  await expect.element(choice).toHaveValue(noah.id)
  await expectToast('Task assigned')
  expect(sent).toEqual([{ assigneeId: noah.id, updatedAt }])
  await userEvent.keyboard('{Escape}')
  await expect.element(row('Hang the posters').getByText('Assigned to Noah Lind')).toBeVisible()
  await tasks.getByRole('link', { name: 'Mine' }).click()
  await expect.element(tasks.getByText('No tasks assigned to you')).toBeVisible()
  await expectNoAxeViolations(tasks)
  await tasks.getByRole('link', { name: 'All' }).click()
  await expect.element(row('Hang the posters')).toBeVisible()
})

test('a partner with one person sees nothing of it', async () => {
  answerHome()
  const completed = { name: 'Paula Ortega', isOfPartner: true }
  const task = taskRow({ status: 'completed', completedBy: completed })
  answer(getTask, taskDetails(task))
  answer(listOwnTasks, [taskRow()])
  await showPortal(`/?task=${task.id}`, partner)
  await expect.element(dialog.getByRole('button', { name: 'Reopen' })).toBeVisible()
  for (const words of ['Assigned to', 'Completed by']) {
    await expect.element(dialog.getByText(words)).not.toBeInTheDocument()
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(row('Hang the posters')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Mine' })).not.toBeInTheDocument()
})

test('staff give the part of a partner to one of its people, and see who completed it', async () => {
  answerStaffHome()
  const completedBy = { name: 'Mara Lind', isOfPartner: true }
  const { id, updatedAt, assign } = answerTask({ isShared: true, status: 'completed', completedBy })
  answer(listMembersOf, people)
  const changes: unknown[] = []
  answer(changeTasks, ({ body }) => {
    const { changes: sent } = body as { changes: { assigneeId: string }[] }
    changes.push(...sent)
    assign(sent[0]?.assigneeId ?? null)
    return { changed: [{ id, before: { assigneeId: null }, updatedAt }] }
  })
  await showPortal(`/?task=${id}`, support)
  await expect.element(dialog.getByText('Completed by')).toBeVisible()
  const choice = field(dialog, 'Assigned to')
  await expect.element(choice).toHaveValue('')
  await choice.selectOptions('Mara Lind')
  await expect.element(choice).toHaveValue(mara.id)
  await expectToast('Task assigned')
  expect(changes).toEqual([{ id, assigneeId: mara.id, updatedAt }])
  await expect.element(takeButton).not.toBeInTheDocument()
})

test.each(['', '&view=board'])('staff see who has a task, at /admin?tab=tasks%s', async (view) => {
  answerStaffHome()
  const given = { ...taskRow({ assignee: noah }), partner: rowPartner }
  answer(listResponsible, [])
  answer(listPartnerGroups, [])
  for (const list of [listAllTasks, listTaskDefinitions]) answer(list, { page: [given], total: 1 })
  await showPortal(`/admin?tab=tasks${view}`, support)
  await expect.element(page.getByText('Assigned to Noah Lind').first()).toBeVisible()
})

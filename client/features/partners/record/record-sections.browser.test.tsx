import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listPartnerActivations } from '#contract/activations.ts'
import { listAgreementTypes } from '#contract/agreement-types.ts'
import { countAudience } from '#contract/audience.ts'
import {
  type ChatConversation,
  getConversation,
  listConversationMessages,
  listTeam,
} from '#contract/chat/inbox.ts'
import { listPartnerDocuments } from '#contract/documents/documents.ts'
import { listPartnerActivities, type PartnerActivity } from '#contract/partners/activity.ts'
import type { BulkAction } from '#contract/partners/bulk.ts'
import { getPartner, listPartnersWithUsers } from '#contract/partners/partners.ts'
import { getPartnerSummary, listPartnerEmails } from '#contract/partners/record.ts'
import { checkReminders, remindPartners } from '#contract/partners/reminders.ts'
import { listPartnerDownloads, listPartnerFiles, type PartnerFile } from '#contract/resources/for-partner.ts'
import { listAllTasks } from '#contract/staff-tasks.ts'
import { listTaskDefinitions } from '#contract/task-definitions.ts'
import { getTask } from '#contract/task-work.ts'
import { createTask, listPartnerTasks, type PartnerTask, updateTask } from '#contract/tasks.ts'
import { activationRow } from '#test/browser/activation-rows.ts'
import { documentRow } from '#test/browser/document-rows.ts'
import { adminPartner, partnerRow, partnerSummary, rowPartner } from '#test/browser/partner-rows.ts'
import { support, partner as user } from '#test/browser/people.ts'
import { answer } from '#test/browser/portal-responses.ts'
import { reloadPortal, showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome, answerTaskForm } from '#test/browser/staff-home.ts'
import { address, field } from '#test/browser/steps.ts'
import { taskDetails, taskRow } from '#test/browser/task-rows.ts'

const partner = {
  ...adminPartner,
  ...{ phoneNumber: '(555) 010-0142', eventName: 'Spring weekend', onboardingStatus: 'documents' as const },
  user: { ...adminPartner.user, partnerGroup: 'Coast' },
}
const record = page.getByRole('dialog', { name: `${partner.businessName} ${partner.fullName}` })
const tabs = record.getByRole('navigation', { name: 'Partner sections' })
const tab = (name: string) => tabs.getByRole('link', { name: new RegExp(`^${name}`) })
const shown = (name: string) => record.getByRole('region', { name, exact: true }).first()
const at = '2026-11-20T15:00:00.000Z'

const conversation: ChatConversation = {
  ...{ id: user.id, firstName: 'Paula', lastName: 'Ortega', email: user.email, partnerId: partner.id },
  ...{ fullName: partner.fullName, businessName: partner.businessName, unread: 1, assignedTo: null },
  ...{
    closedAt: null,
    snoozedUntil: null,
    snoozedBy: null,
    returnedAt: null,
    labels: [],
    present: false,
    userId: user.id,
    joinedPartner: null,
  },
  lastMessage: { message: 'Hello', isSupport: false, createdAt: at, seq: 1 },
}
const file: PartnerFile = {
  ...{ id: '66666666-6666-4666-8666-000000000001', title: 'Poster of the lounge', category: 'creative' },
  ...{ fileType: 'pdf', audience: 'partner', updatedAt: at, downloads: 0, lastDownloadedAt: null },
}
const activity = (number: number, fields: Partial<PartnerActivity>): PartnerActivity => ({
  ...{
    id: `99999999-9999-4999-8999-00000000000${number}`,
    partnerId: partner.id,
    metadata: {},
    createdAt: at,
  },
  ...{ activityType: 'reminded', kind: 'emails', description: 'Reminder emailed' },
  ...{ actorName: 'Wilhelmina Quist', subject: null },
  ...fields,
})

/** Responds with at least one item of the partner for each section. */
const answerRecord = () => {
  answerStaffHome()
  answer(listPartnersWithUsers, { page: [partnerRow({ ...partner, user: partner.user })], total: 1 })
  answer(getPartner, partner)
  answer(getPartnerSummary, {
    ...partnerSummary,
    ...{ agreementsToSign: 2, openTasks: 1, comingActivations: 1 },
    lastSeenAt: new Date(Date.now() - 7_200_000).toISOString(),
  })
  answer(listPartnerDocuments, [documentRow()])
  answer(listPartnerTasks, [taskRow({ taskName: 'Send the logo' })])
  answer(listPartnerActivations, [activationRow()])
  answer(getConversation, conversation)
  answer(listConversationMessages, { page: [], total: 0 })
  answer(listTeam, [])
  answer(listPartnerFiles, { page: [file], total: 1 })
  answer(listPartnerDownloads, { page: [], total: 0 })
  answer(listPartnerEmails, { page: [], total: 0 })
  answer(listPartnerActivities, { page: [], total: 0 })
}

test('everything about a partner is in one dialog with a section for each subject, which fills a phone', async () => {
  answerRecord()
  await showPortal('/admin?tab=partners', support)
  // A click on any part of the row without a link or button opens the record.
  await page.getByRole('row').filter({ hasText: partner.fullName }).getByText('Under Review').click()
  await expect.element(shown('Timeline')).toMatchTextContent(/GroupCoastLast seen2 h ago/)
  await tab('Overview').click()
  const facts = (section: string) => record.getByRole('region', { name: section, exact: true })
  await expect.element(facts('Current Status')).toMatchTextContent('StatusUnder Review')
  await expect.element(facts('Social Media')).toMatchTextContent('FacebookNot provided')
  await expect
    .element(facts('Partnership Agreement (Appendix A)'))
    .toMatchTextContent('Event Name(s)Spring weekend')
  for (const [name, attribute, value] of [
    ['(555) 010-0142', 'href', 'tel:5550100142'],
    ['https://harborview.example.com', 'rel', 'noopener noreferrer'],
  ] as const) {
    await expect.element(record.getByRole('link', { name }).first()).toHaveAttribute(attribute, value)
  }
  for (const [name, count, text] of [
    ['Agreements', ' 2 to sign', 'NDA Agreement'],
    ['Tasks', ' 1 open', 'Send the logo'],
    ['Activations', ' 1 upcoming', 'Opening night'],
    ['Conversation', ' 1 unread', 'No messages yet'],
    ['Files', '', 'Poster of the lounge'],
    ['Emails', '', 'No emails yet'],
    ['Activity', '', 'No activity yet'],
    ['Overview', '', 'Marketing Contact Information'],
    ['Activity', '', 'No activity yet'],
  ] as const) {
    await expect.element(tab(name)).toHaveAccessibleName(name + count)
    await tab(name).click()
    await expect.element(shown(name).getByText(text).first()).toBeVisible()
  }
  expect(address()).toContain('section=activity')
  const boxOf = () => record.element().getBoundingClientRect()
  expect(boxOf().width).toBeGreaterThanOrEqual(960)
  await page.viewport(390, 844)
  await expect.poll(() => boxOf().toJSON()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
  expect(record.element().scrollWidth).toBe(record.element().clientWidth)
  await reloadPortal()
  await expect.element(record.getByText('No activity yet')).toBeVisible()
  history.back()
  await expect.element(record).not.toBeInTheDocument()
  expect(address()).not.toMatch(/section|partner=/)
})

test('the record follows what staff do in it, and Escape closes one dialog at a time', async () => {
  answerRecord()
  answerTaskForm()
  answer(countAudience, { partners: 1, inOnboarding: 0, groups: [] })
  answer(listAgreementTypes, [])
  let tasks: PartnerTask[] = [taskRow({ taskName: 'Send the logo', status: 'completed' })]
  answer(listPartnerTasks, () => tasks)
  answer(getTask, () => taskDetails({ ...tasks[0], partner: rowPartner }))
  answer(getPartnerSummary, () => ({
    ...partnerSummary,
    openTasks: tasks.filter(({ status }) => status !== 'completed').length,
  }))
  answer(createTask, ({ body }) => {
    expect(body).toMatchObject({ partnerId: partner.id, taskName: 'Hang the poster' })
    tasks = [...tasks, taskRow({ taskName: 'Hang the poster' })]
    return tasks[1] as PartnerTask
  })
  answer(updateTask, () => {
    tasks = tasks.map((task) => ({ ...task, status: 'completed' as const }))
    return tasks[1] as PartnerTask
  })
  await showPortal(`/admin?tab=partners&partner=${partner.id}`, support)
  await tab('Tasks').click()
  await shown('Tasks').getByRole('link', { name: 'Send the logo' }).click()
  const opened = page.getByRole('dialog', { name: 'Send the logo' })
  // The partner's name leads back to the record below the dialog.
  await opened.getByRole('link', { name: new RegExp(partner.fullName) }).click()
  await expect.element(opened).not.toBeInTheDocument()

  await record.getByRole('link', { name: 'New task' }).click()
  const adding = page.getByRole('dialog', { name: 'Create New Task' })
  await field(adding, 'Task name').fill('Hang the poster')
  // In a field, the arrow keys move the cursor and do not open another partner.
  await userEvent.keyboard('{ArrowLeft}')
  await field(adding, 'Due date').fill('2099-03-01')
  await field(adding, 'Task type').selectOptions('Physical')
  await adding.getByRole('button', { name: 'Create Task' }).click()
  await expect.element(adding).not.toBeInTheDocument()
  await expect.element(tab('Tasks')).toHaveAccessibleName('Tasks 1 open')
  await shown('Tasks')
    .getByRole('button', { name: /^Actions for Hang the poster/ })
    .click()
  await page.getByRole('menuitem', { name: 'Mark Complete' }).click()
  await expect.element(tab('Tasks')).toHaveAccessibleName('Tasks')

  for (const [button, name] of [
    ['Edit Partner', 'Edit Partner'],
    ['Add document', 'Add Document'],
  ] as const) {
    await record.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: button }).click()
    await expect.element(page.getByRole('dialog', { name })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog', { name })).not.toBeInTheDocument()
    await expect.element(record).toBeVisible()
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(address()).toBe('/admin?tab=partners')
})

test('a partner is reminded of what is open after a preview, and a message to the partner is one click away', async () => {
  answerRecord()
  answer(getPartnerSummary, { ...partnerSummary, openTasks: 1 })
  const about = { kind: 'open' }
  answer(checkReminders, ({ body }) => {
    expect(body).toEqual({ about, ids: [partner.id] })
    return { total: 1, reached: 1, leftOut: {}, email: null }
  })
  const action: BulkAction = {
    ...{ id: partner.id, kind: 'remind', total: 1, done: 0, changed: 0, leftOut: {} },
    ...{ startsAt: at, finishedAt: null, takenBackAt: null, failedAt: null },
  }
  answer(remindPartners, ({ body }) => {
    expect(body).toEqual({ about, ids: [partner.id], message: null })
    return action
  })
  await showPortal(`/admin?tab=partners&partner=${partner.id}`, support)
  await record.getByRole('button', { name: 'Remind…' }).click()
  await page.getByRole('dialog', { name: 'Remind' }).getByRole('button', { name: 'Remind 1 partner' }).click()
  await expect.element(page.getByText('Reminding 1 partner').first()).toBeVisible()
  await expect
    .element(record.getByRole('link', { name: 'Message', exact: true }))
    .toHaveAttribute('href', `/admin?tab=inbox&conversation=${user.id}`)
})

test('the activity of a partner is filtered by kind, with the kind in the address, and links to its subjects', async () => {
  const task = taskDetails({ taskName: 'Hang it' })
  const subject = { kind: 'task' as const, id: task.id }
  const all = [
    activity(1, {}),
    activity(2, {
      activityType: 'task_created',
      kind: 'tasks',
      description: 'Task "Hang it" created',
      subject,
    }),
  ]
  answerRecord()
  answer(getTask, task)
  answer(listPartnerActivities, ({ query }) => {
    const found = all.filter(({ kind }) => kind === (query.get('kind') ?? kind))
    return { page: found, total: found.length }
  })
  await showPortal(`/admin?tab=partners&partner=${partner.id}&section=activity`, support)
  const entries = record.getByRole('list', { name: 'activity' }).getByRole('listitem')
  await expect.poll(() => entries.elements()).toHaveLength(2)
  await record.getByLabelText('Kind of activity').selectOptions('Tasks')
  await expect.poll(address).toContain('activity-kind=tasks')
  await reloadPortal()
  await expect.poll(() => entries.elements()).toHaveLength(1)
  await entries.getByRole('link').click()
  await expect.element(page.getByRole('dialog', { name: 'Hang it' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(record).toBeVisible()
})

test('the names of partners on the dashboard open the record on top of the dashboard', async () => {
  answerRecord()
  const listed = { ...taskRow({ taskName: 'Send the logo' }), partner: rowPartner }
  for (const endpoint of [listAllTasks, listTaskDefinitions]) answer(endpoint, { page: [listed], total: 1 })
  await showPortal('/', support)
  await page
    .getByRole('region', { name: 'Partner Tasks' })
    .getByRole('link', { name: new RegExp(partner.fullName) })
    .first()
    .click()
  await expect.element(record).toBeVisible()
  await expect.poll(address).toBe(`/?record=${partner.id}`)
  await userEvent.keyboard('{Escape}')
  await expect.poll(address).toBe('/')
})

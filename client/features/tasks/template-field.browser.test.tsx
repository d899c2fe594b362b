import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listTeam } from '#contract/chat/inbox.ts'
import { listTaskTemplates } from '#contract/task-plans/templates.ts'
import { support } from '#test/browser/people.ts'
import { templateRow } from '#test/browser/plan-rows.ts'
import { answer, callsSoFar, createGate } from '#test/browser/portal-responses.ts'
import { showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome, answerTaskForm } from '#test/browser/staff-home.ts'
import { field, texts } from '#test/browser/steps.ts'

const form = page.getByRole('dialog')
const template = field(form, 'Start from a template')

test('a template leaves typed values, and choosing another one takes back what the first filled in', async () => {
  answerStaffHome()
  answerTaskForm()
  answer(listTaskTemplates, [
    templateRow({ taskName: 'First', instructions: 'One', dueInDays: 2 }),
    templateRow({ taskName: 'Second', taskType: 'digital_social' }),
  ])
  await showPortal('/?new=task', support)
  await field(form, 'Task name').fill('My own')
  await template.selectOptions('First')
  await expect.element(field(form, 'Instructions')).toHaveValue('One')
  await expect.element(field(form, 'Task name')).toHaveValue('My own')
  await field(form, 'Due date').fill('2099-01-02')
  await template.selectOptions('Second')
  await expect.element(field(form, 'Task type')).toHaveValue('digital_social')
  await expect.element(field(form, 'Instructions')).toHaveValue('')
  await expect.element(field(form, 'Due date')).toHaveValue('2099-01-02')
  await template.selectOptions('No template')
  await expect.element(field(form, 'Task type')).toHaveValue('')
  await expect.element(field(form, 'Task name')).toHaveValue('My own')
})

test('a template can be chosen once the list of owners is loaded', async () => {
  answerStaffHome()
  answerTaskForm()
  const { id, firstName, lastName, email } = support
  answer(listTaskTemplates, [templateRow({ taskName: 'Late', owner: { id, name: 'Robin Vale' } })])
  const gate = createGate()
  answer(listTeam, () =>
    gate.opened.then(() => [{ id, firstName, lastName, email, present: true, profileImageUrl: null }]),
  )
  await showPortal('/?new=task', support)
  await expect.poll(callsSoFar).toContain('GET /api/admin/task-templates')
  await expect.element(template).toBeVisible()
  expect(texts(template.getByRole('option'))).toEqual(['No template'])
  gate.open()
  await template.selectOptions('Late')
  await expect.element(field(form, 'Owner')).toHaveValue(id)
})

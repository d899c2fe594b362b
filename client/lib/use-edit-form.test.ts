import { expect, test } from 'vitest'
import { refusedFields } from './use-edit-form.ts'

const values = { title: '', day: '', audience: { group: '', partners: [] } }

test('a refused field has the name that the form uses', () => {
  expect(refusedFields({ fields: { dueDate: 'Due date is required' } }, values, { dueDate: 'day' })).toEqual([
    ['day', 'Due date is required'],
  ])
})

test('an error in one item of a list belongs to the whole list', () => {
  const names = { assignedPartnerIds: 'audience.partners' }
  expect(refusedFields({ fields: { 'assignedPartnerIds.3': 'No such partner' } }, values, names)).toEqual([
    ['audience.partners', 'No such partner'],
  ])
})

test('a field that the form does not have is left out', () => {
  expect(refusedFields({ fields: { title: 'Too long', filePath: 'Unknown' } }, values)).toEqual([
    ['title', 'Too long'],
  ])
})

import { expect, test } from 'vitest'
import { refusedFields } from './use-edit-form.ts'

const values = { title: '', day: '', audience: { group: '', partners: [] } }

test('what the server refuses is named as the form names it', () => {
  expect(refusedFields({ fields: { dueDate: 'Due date is required' } }, values, { dueDate: 'day' })).toEqual([
    ['day', 'Due date is required'],
  ])
})

test('a fault at one place of a list belongs to the whole list', () => {
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

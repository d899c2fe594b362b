import { expect, test } from 'vitest'
import { stackColumns } from './stack-columns.ts'

const columns = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ id: `${index}`, heading: `${index}`, cell: () => null },
    ...(index === 5 && { className: 'md:w-[20%]' }),
  }))
const shapeOf = (count: number, room: number) =>
  stackColumns(columns(count), room).map(({ id, below = [] }) => [id, ...below.map((each) => each.id)].join())

test('columns stay in their order, with as few lines as fit, and the fewest lines first', () => {
  expect(shapeOf(3, 5)).toEqual(['0', '1', '2'])
  expect(shapeOf(7, 4)).toEqual(['0', '1,2', '3,4', '5,6'])
  expect(shapeOf(12, 5)).toEqual(['0,1', '2,3', '4,5', '6,7,8', '9,10,11'])
})

test('a column with a share of the width gives it to its whole stack', () => {
  expect(stackColumns(columns(6), 3).map(({ className }) => className)).toEqual([
    undefined,
    undefined,
    'md:w-[20%]',
  ])
})

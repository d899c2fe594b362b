import { afterEach, expect, test, vi } from 'vitest'
import type { ActivationDay } from '#contract/activation-day.ts'
import { addPhotos, findDay, forgetDay, keepDay, listPhotos, markPhoto, removePhoto } from './kept-days.ts'
import { forgetKept, readMark, storeMark } from './kept-mark.ts'
import { storeSetting } from './storage.ts'
import { tidyKept } from './tidy-kept.ts'

const hour = 3_600_000
const [anna, ben, bakery, museum] = ['anna', 'ben', 'bakery', 'museum']

const dayOf = (id: string, partnerId = bakery, userId = anna, until = Date.now() + hour): ActivationDay => ({
  ...{ id, name: `Day ${id}`, activationDate: '2026-11-20T15:00:00Z', endsAt: null, timeZone: null },
  ...{ place: null, description: null, arrival: null, contacts: [], setups: [], open: [] },
  keep: { userId, partnerId, until: new Date(until).toISOString() },
})
const person = (id: string, ...partners: string[]) => ({
  id,
  role: 'user' as const,
  partners: partners.map((partner) => ({ id: partner })),
})
const take = (partnerId = bakery, ...names: string[]) =>
  addPhotos(
    names.map((fileName) => ({ file: new Blob([fileName]), fileName })),
    { activationId: 'one', userId: anna, partnerId, beginsAt: 0 },
  )
const namesKept = async () => (await listPhotos()).map(({ fileName }) => fileName)
const databases = async () => (await indexedDB.databases()).map(({ name }) => name)

afterEach(async () => {
  vi.useRealTimers()
  await forgetKept()
})

test('a day is kept for its user and partner until it is over', async () => {
  expect(await keepDay(dayOf('one'))).toBe(true)
  expect(readMark()).toEqual({ userId: anna, photos: 0 })
  expect((await findDay('one'))?.day).toMatchObject({ name: 'Day one' })
  expect(await findDay('two')).toBeUndefined()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * hour })
  expect(await findDay('one')).toBeUndefined()
  await tidyKept(person(anna, bakery))
  vi.useRealTimers()
  expect(await findDay('one')).toBeUndefined()
})

test('a day that is over, or read while viewing as a partner, is not kept', async () => {
  expect(await keepDay(dayOf('one', bakery, anna, Date.now() - 1))).toBe(false)
  expect(await keepDay({ ...dayOf('one'), keep: null })).toBe(false)
  expect(readMark()).toBeUndefined()
  await expect.poll(databases).toEqual([])
})

test('without a session the days go and the photos stay for their user', async () => {
  await keepDay(dayOf('one'))
  await take(bakery, 'a.jpg')
  await tidyKept(null)
  expect([await findDay('one'), await namesKept()]).toEqual([undefined, ['a.jpg']])
  await tidyKept(person(anna, bakery))
  expect(await namesKept()).toEqual(['a.jpg'])
})

test('another user finds nothing, whether the portal or the page notices it', async () => {
  await keepDay(dayOf('one'))
  await take(bakery, 'a.jpg')
  await tidyKept(person(ben, bakery))
  expect([await findDay('one'), await namesKept(), readMark()]).toEqual([undefined, [], undefined])
  await expect.poll(databases).toEqual([])
  await keepDay(dayOf('one'))
  await take(bakery, 'b.jpg')
  await keepDay(dayOf('two', bakery, ben))
  expect([await findDay('one'), await namesKept(), readMark()?.userId]).toEqual([undefined, [], ben])
})

/** Removes the mark alone, as Safari does with a cookie after seven days. */
const loseMark = () => storeSetting('kept-days', null)

test('when the browser has removed the mark, its user finds the photos again, and how many they are', async () => {
  await keepDay(dayOf('one'))
  await take(bakery, 'a.jpg', 'b.jpg')
  loseMark()
  expect(await keepDay(dayOf('two'))).toBe(true)
  expect([await namesKept(), readMark()]).toEqual([['a.jpg', 'b.jpg'], { userId: anna, photos: 2 }])
  expect((await findDay('one'))?.day.id).toBe('one')
})

test.each(['days', 'photos'])(
  'when the browser has removed the mark, another user inherits no %s',
  async (what) => {
    await keepDay(dayOf('one'))
    if (what === 'photos') {
      await take(bakery, 'a.jpg')
      await forgetDay('one')
    }
    loseMark()
    expect(await keepDay(dayOf('two', bakery, ben))).toBe(true)
    expect([await findDay('one'), await namesKept(), readMark()]).toEqual([
      undefined,
      [],
      { userId: ben, photos: 0 },
    ])
    expect((await findDay('two'))?.day.id).toBe('two')
    storeMark(anna, 1)
    expect([await findDay('one'), await namesKept()]).toEqual([undefined, []])
  },
)

test('the photos and days of another user are not listed, whatever the mark says', async () => {
  await keepDay(dayOf('one'))
  await take(bakery, 'a.jpg')
  storeMark(ben, 1)
  expect([await findDay('one'), await namesKept()]).toEqual([undefined, []])
})

test('an ended membership takes the days and photos of its partner with it, and no others', async () => {
  await keepDay(dayOf('one', bakery))
  await keepDay(dayOf('two', museum))
  await take(bakery, 'a.jpg')
  await take(museum, 'b.jpg')
  await tidyKept(person(anna, museum))
  expect([await findDay('one'), (await findDay('two'))?.day.id, await namesKept()]).toEqual([
    undefined,
    'two',
    ['b.jpg'],
  ])
  expect(readMark()).toEqual({ userId: anna, photos: 1 })
})

test('staff keep days of every partner, also while they view the portal as one', async () => {
  await keepDay(dayOf('one'))
  await tidyKept({ id: anna, role: 'support', partners: [] })
  await tidyKept({ ...person(ben, museum), viewing: { by: { id: anna } } })
  expect((await findDay('one'))?.day.id).toBe('one')
  await forgetDay('one')
  expect(await findDay('one')).toBeUndefined()
})

test('photos stay in the order in which they were taken, and after logging out none comes back', async () => {
  await keepDay(dayOf('one'))
  await take(bakery, 'a.jpg', 'b.jpg')
  await take(bakery, 'c.jpg')
  expect([await namesKept(), readMark()?.photos]).toEqual([['a.jpg', 'b.jpg', 'c.jpg'], 3])
  const [first, second, third] = await listPhotos()
  if (!first || !second || !third) throw new Error('three photos are kept')
  expect(new Set([first, second, third].map(({ clientId }) => clientId)).size).toBe(3)
  await markPhoto(second, { refusal: 'This photo cannot be read.' })
  await removePhoto(first)
  expect((await listPhotos()).map(({ refusal }) => refusal)).toEqual(['This photo cannot be read.', null])
  await forgetKept()
  await markPhoto(third, { refusal: 'Too late' })
  expect(await namesKept()).toEqual([])
  // The browser removes a database once all its connections are closed, which nobody waits for.
  await expect.poll(databases).toEqual([])
})

test('a photo that was removed meanwhile does not come back with the reason for which the server refused it', async () => {
  await take(bakery, 'a.jpg')
  const [photo] = await listPhotos()
  if (!photo) throw new Error('a photo is kept')
  await removePhoto(photo)
  await markPhoto(photo, { refusal: 'This photo cannot be read.' })
  expect([await namesKept(), readMark()?.photos]).toEqual([[], 0])
})

test('when the device has no room, none of the photos is added, and those before stay', async () => {
  await take(bakery, 'a.jpg')
  const put = IDBObjectStore.prototype.put
  const spy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    value,
  ) {
    if (value.fileName === 'c.jpg') throw new DOMException('full', 'QuotaExceededError')
    return put.call(this, value)
  })
  await expect(take(bakery, 'b.jpg', 'c.jpg')).rejects.toThrow('full')
  spy.mockRestore()
  expect(await namesKept()).toEqual(['a.jpg'])
})

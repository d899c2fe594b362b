import { afterEach, expect, test, vi } from 'vitest'
import {
  clearStorage,
  hasCookies,
  readSetting,
  readStored,
  readStoredJson,
  store,
  storeSetting,
} from './storage.ts'

afterEach(() => vi.unstubAllGlobals())

const refuse = (): never => {
  throw new DOMException('Access is denied for this document.', 'SecurityError')
}

/** Simulates a browser that forbids storage, which throws as soon as a page accesses it. */
const forbidStorage = () => {
  vi.stubGlobal('location', { protocol: 'https:' })
  for (const name of ['sessionStorage', 'document'])
    Object.defineProperty(globalThis, name, { get: refuse, configurable: true })
}

afterEach(() => {
  for (const name of ['sessionStorage', 'document']) Reflect.deleteProperty(globalThis, name)
})

test('a browser that refuses storage has nothing stored, and nothing throws', () => {
  forbidStorage()
  expect(store('asked', 'dana@example.com')).toBe(false)
  expect(readStored('asked')).toBeNull()
  expect(readStoredJson('asked')).toBeUndefined()
  expect(() => clearStorage()).not.toThrow()
  expect(readSetting('shortcuts')).toBeUndefined()
  expect(storeSetting('shortcuts', 'off')).toBe(false)
  expect(hasCookies()).toBe(false)
})

test('a browser that silently ignores cookies counts as one without cookies', () => {
  vi.stubGlobal('location', { protocol: 'http:' })
  vi.stubGlobal('document', Object.defineProperty({}, 'cookie', { get: () => '', set: () => {} }))
  expect(hasCookies()).toBe(false)
})

test('a stored text that is not JSON counts as nothing', () => {
  vi.stubGlobal('sessionStorage', { getItem: () => '{' })
  expect(readStoredJson('search:recent')).toBeUndefined()
})

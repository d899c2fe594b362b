import { afterEach, beforeEach, expect, vi } from 'vitest'

// A test that expects an error on the console asserts the error and then clears the spy: vi.mocked(console.error).mockClear().
beforeEach(() => {
  vi.spyOn(console, 'error')
})

afterEach(() => {
  const printed = [...vi.mocked(console.error).mock.calls]
  vi.mocked(console.error).mockRestore()
  expect(printed, 'nothing unexpected on console.error').toEqual([])
})

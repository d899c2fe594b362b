import { afterEach, beforeEach, expect, vi } from 'vitest'

// A test that expects an error on the console asserts it and then clears the spy: vi.mocked(console.error).mockClear().
beforeEach(() => {
  vi.spyOn(console, 'error')
})

afterEach(() => {
  expect(console.error, 'nothing unexpected on console.error').not.toHaveBeenCalled()
})

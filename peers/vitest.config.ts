import { defineConfig } from 'vitest/config'

/** Tests against software of the distribution, one file for each: npm run test:peers. */
export default defineConfig({
  envDir: false,
  test: {
    env: { TZ: 'UTC' },
    root: import.meta.dirname,
    setupFiles: ['../test/no-console-errors.ts'],
    retry: 0,
    // Each starts servers of its own, which two cores can bear one after the other.
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})

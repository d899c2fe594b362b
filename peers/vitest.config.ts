import { defineConfig } from 'vitest/config'

/** Runs the tests with software of the distribution, one file for each program: npm run test:peers. */
export default defineConfig({
  envDir: false,
  test: {
    env: { TZ: 'UTC' },
    root: import.meta.dirname,
    setupFiles: ['../test/no-console-errors.ts'],
    retry: 0,
    // Each file starts servers of its own, of which two cores can only run one set at a time.
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})

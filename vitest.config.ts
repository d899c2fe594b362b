import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  // A developer's own .env must not change what the tests prove.
  envDir: false,
  test: {
    env: { TZ: 'UTC' },
    setupFiles: ['test/no-console-errors.ts'],
    retry: 0,
    // It warns of what is intended here: a Node newer than its list, and a store that a restart empties.
    onConsoleLog: (text) => !text.startsWith('oidc-provider WARNING'),
    // A worker waits for PostgreSQL part of the time: one more than the cores keeps them busy. PostgreSQL has connections for four.
    maxWorkers: Math.min(4, availableParallelism() + 1),
    projects: [
      { extends: true, test: { name: 'contract', include: ['contract/**/*.test.ts'] } },
      { extends: true, test: { name: 'client', include: ['client/**/*.test.{ts,tsx}'] } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'test/**/*.test.ts'],
          globalSetup: ['test/global-setup.ts'],
          // Loading the server's modules anew for each file would take longer than most of its tests.
          isolate: false,
          // Against a database and over real protocols a busy machine takes its time, and no test measures it.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      { extends: true, test: { name: 'packages', include: ['packages/**/*.test.ts'] } },
    ],
  },
})

import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  // What a developer's own .env says must not change what the tests prove.
  envDir: false,
  test: {
    env: { TZ: 'UTC' },
    setupFiles: ['test/no-console-errors.ts'],
    retry: 0,
    // It warns of what is meant here: a Node newer than its list, and a store that a restart empties.
    onConsoleLog: (text) => !text.startsWith('oidc-provider WARNING'),
    // PostgreSQL works beside them, and has connections for this many.
    maxWorkers: Math.min(4, availableParallelism()),
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
          // Against a database and over real protocols: a loaded machine takes its time, and no test measures it.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { extends: true, test: { name: 'packages', include: ['packages/**/*.test.ts'] } },
    ],
  },
})

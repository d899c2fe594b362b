import { defineConfig } from '@playwright/test'

/** The main journeys in the browsers of the distribution: npm run test:browsers. */
export default defineConfig({
  testDir: '.',
  globalSetup: '../e2e/global-setup.ts',
  outputDir: '../test-results',
  // A browser takes as much as a server: two of each keep two cores busy.
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  projects: [{ name: 'firefox' }, { name: 'webkit' }],
})

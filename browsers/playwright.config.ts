import { defineConfig } from '@playwright/test'

/** Runs the main journeys in the browsers of the distribution: npm run test:browsers. */
export default defineConfig({
  testDir: '.',
  globalSetup: '../e2e/global-setup.ts',
  outputDir: '../test-results',
  // A browser needs as much time as a server, so two of each keep two cores busy.
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  projects: [{ name: 'firefox' }, { name: 'webkit' }],
})

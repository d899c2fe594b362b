import { defineConfig } from '@playwright/test'

// Playwright's own list, because Chromium heeds only the last list, and AimEnabled and the Omnibox popups: for each new window, the address
// bar prepared them in two processes, which took a third of the browsers' time.
const featuresOff = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
]

const chromium = process.env.CHROMIUM || '/usr/bin/chromium'
// The headless shell lacks parts such as the PDF viewer; tests that need them use Chromium itself.
const headlessShell = process.env.CHROMIUM_SHELL || chromium
const inOtherBrowsers = /\/(firefox|pdf-viewer)\.spec\.ts$/
// The test of all screens takes longer than all others. `npm run test:slow` runs it, and `npm test` all others.
const slow = /\.slow\.spec\.ts$/

// All pages of the portal in a browser context share a process, which the page that e2e/context-pool.ts keeps open saves for the next test.
const oneProcess = '--process-per-site'

export const chromiumFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Less frequent garbage collection saves a twelfth of the time that a page computes while it loads.
  '--js-flags=--min-semi-space-size=32',
  `--disable-features=${featuresOff.join()}`,
]

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // A worker waits for its server or its browser half of the time, so three workers keep two cores busy.
  workers: 3,
  retries: 0,
  // `npm test` lists the slowest tests itself.
  reportSlowTests: null,
  forbidOnly: true,
  // No test measures time. These limits only end what would never end, and leave time for busy machines.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: headlessShell, args: [...chromiumFlags, oneProcess] },
    viewport: { width: 1440, height: 900 },
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Traces take a third of the time of the run. `npx playwright test --trace on` enables them.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    // These tests take longest, so they run first: at the end of the run, they would keep one core busy and leave the other idle.
    {
      name: 'other browsers',
      testMatch: inOtherBrowsers,
      // There are few of these tests. A second worker would start a server and a browser for a single test.
      workers: 1,
      use: { launchOptions: { executablePath: chromium, args: chromiumFlags } },
    },
    { name: 'headless shell', testIgnore: [inOtherBrowsers, slow] },
    { name: 'slow', testMatch: slow },
  ],
})

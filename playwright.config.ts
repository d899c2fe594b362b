import { defineConfig } from '@playwright/test'

// Playwright's own list, since Chromium heeds only the last one it is given, and what the address bar prepares in two processes
// with each new window, which took a third of the browsers' time.
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
// The headless shell lacks parts such as the viewer of PDFs: tests that need them use Chromium itself.
const headlessShell = process.env.CHROMIUM_SHELL || chromium
const inOtherBrowsers = /\/(firefox|hostile-files)\.spec\.ts$/

// All pages of the portal in one browser context share one process. A page that e2e/context-pool.ts keeps open hands it to the next test.
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
  // Collecting garbage less often saves a twelfth of what a page computes while it loads.
  '--js-flags=--min-semi-space-size=32',
  `--disable-features=${featuresOff.join()}`,
]

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // A worker waits for its server or its browser half of the time: three keep two cores busy.
  workers: 3,
  retries: 0,
  // `npm test` lists the slowest tests itself.
  reportSlowTests: null,
  forbidOnly: true,
  // No test measures time: these limits only end what never happens, on a busy machine, too.
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
    // Traces take a third of the time of the run. `npx playwright test --trace on` makes them.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    // First, since they take longest: at the end of the run they would keep one core busy while the other has nothing left to do.
    {
      name: 'other browsers',
      testMatch: inOtherBrowsers,
      // They are few: a second worker would start a server and a browser for one of them.
      workers: 1,
      use: { launchOptions: { executablePath: chromium, args: chromiumFlags } },
    },
    { name: 'headless shell', testIgnore: inOtherBrowsers },
  ],
})

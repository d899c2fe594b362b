import { availableParallelism } from 'node:os'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumFlags } from './playwright.config.ts'

// Node runs the server and its tests as they are. Vite's own runner would rewrite every module, which makes their tests a sixth slower.
// The portal's own hooks resolve most imports before Vitest's are asked, and without a package.json, in half the time.
const native = {
  experimental: { viteModuleRunner: false },
  setupFiles: ['server/quick-imports.ts'],
}

// These tests start whole processes and servers, freeze and kill them. `npm run test:slow` runs them, and `npm test` all others.
const slow = '**/*.slow.test.ts'

// The tests of components run React's production build, as users do, which saves a fifth of their time. With LONG they run its development
// build, whose warnings fail a test.
const productionReact = {
  define: { 'process.env.NODE_ENV': '"production"' },
  oxc: { jsx: { development: false } },
}

export default defineConfig({
  // A developer's own .env must not change what the tests prove.
  envDir: false,
  test: {
    env: { TZ: 'UTC' },
    setupFiles: ['test/no-console-errors.ts'],
    retry: 0,
    // No test measures time. These limits only end what would never end, and leave time for busy machines.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // The provider warns of what is intended here: a Node newer than its list, and a store that a restart empties. The router prints each
    // screen for developers.
    onConsoleLog: (text) => !/^(oidc-provider WARNING|router)/.test(text),
    // A worker waits for PostgreSQL and for processes part of the time, so one worker more than there are cores keeps them busy. PostgreSQL
    // has connections for four.
    maxWorkers: Math.min(4, availableParallelism() + 1),
    // Starting a process and loading all modules again for each file would take longer than most of its tests. Each file restores what it
    // stubs.
    isolate: false,
    projects: [
      { extends: true, test: { ...native, name: 'contract', include: ['contract/**/*.test.ts'] } },
      {
        extends: true,
        test: { name: 'client', include: ['client/**/*.test.{ts,tsx}'], exclude: ['**/*.browser.test.*'] },
      },
      {
        extends: true,
        test: {
          ...native,
          name: 'server',
          include: ['server/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [slow],
          globalSetup: ['test/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: { ...native, name: 'packages', include: ['packages/**/*.test.ts'], exclude: [slow] },
      },
      {
        extends: true,
        test: { ...native, name: 'slow', include: [slow], globalSetup: ['test/global-setup.ts'] },
      },
      {
        extends: true,
        plugins: [react(), tailwindcss()],
        ...(process.env.LONG ? {} : productionReact),
        // Without this list, Vite would find these packages only when the first test imports them, and would then reload the page.
        optimizeDeps: { include: ['react-dom/client', 'axe-core'] },
        test: {
          name: 'components',
          // A page keeps a core busy most of the time. Among other tests, or among many pages, a click would take several seconds.
          sequence: { groupOrder: 1 },
          maxWorkers: availableParallelism() + 1,
          // The address works even where localhost does not resolve.
          api: { host: '127.0.0.1' },
          include: ['client/**/*.browser.test.{ts,tsx}'],
          setupFiles: ['test/browser/act.ts', 'test/browser/set-up.ts'],
          expect: { poll: { timeout: 20_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                executablePath: process.env.CHROMIUM_SHELL || process.env.CHROMIUM || '/usr/bin/chromium',
                args: chromiumFlags,
              },
              contextOptions: { reducedMotion: 'reduce', locale: 'en-US', timezoneId: 'America/New_York' },
            }),
            instances: [{ browser: 'chromium' }],
            viewport: { width: 1440, height: 900 },
          },
        },
      },
    ],
  },
})

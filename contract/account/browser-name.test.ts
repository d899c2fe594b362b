import { expect, test } from 'vitest'
import { describeBrowser } from './browser-name.ts'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const windows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit}`

test.each([
  [`${windows} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Windows', false],
  [`${windows} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge on Windows', false],
  [`${windows} Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'Opera on Windows', false],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox on Linux', false],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/140.0 Safari/537.36`, 'Chrome on Linux', false],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari on macOS',
    false,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
    true,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
    true,
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S921B) ${webKit} SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
    true,
  ],
  ['curl/8.14.1', 'Unknown browser', false],
  ['', 'Unknown browser', false],
])('%s is %s', (userAgent, name, isPhone) => {
  expect(describeBrowser(userAgent)).toEqual({ name, isPhone, isKnown: name !== 'Unknown browser' })
})

// The order matters: most browsers also name the browsers that they descend from.
const browsers: [mark: RegExp, name: string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: [mark: RegExp, name: string][] = [
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

const find = (marks: [RegExp, string][], userAgent: string) =>
  marks.find(([mark]) => mark.test(userAgent))?.[1]

/** Returns the browser and system that a user agent names, such as "Chrome on Windows". A client can send any user agent. */
export const describeBrowser = (userAgent: string) => {
  const [browser, system] = [find(browsers, userAgent), find(systems, userAgent)]
  return {
    name: browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown browser'),
    isKnown: browser !== undefined || system !== undefined,
    isPhone: /\b(?:iPhone|iPod|Mobile)\b/.test(userAgent) && !/\biPad\b/.test(userAgent),
  }
}

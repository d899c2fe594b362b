import type { BrowserContext } from '@playwright/test'

export interface Watch {
  /** Lets a trouble pass that a test brings about itself. */
  allow(pattern: RegExp): void
  /** What went wrong so far and is not allowed, a line each. */
  troubles(): string[]
  /** Keeps an eye on another browser, too; on another portal, if told. */
  add(context: BrowserContext, origin?: string): void
}

// How the browser tells that there is no session, also to what pages ask for by themselves at any time, or no profile: answers
// like any other.
const answers = [
  /status of 401 .*\/api\/(auth\/user|chat\/unread|events\?reading=\d+)$/,
  /status of 404 .*\/api\/partner\/profile$/,
]

/**
 * Notes what must not happen in any browser of a test: errors of scripts, on the console (where Chromium tells breaches of
 * the Content-Security-Policy, too) and of the server, requests that fail, and requests that leave the portal and the bucket
 * of its files.
 */
export const watchFor = (portal: string, bucket?: string): Watch => {
  const allowed = [...answers]
  const seen: string[] = []

  const add: Watch['add'] = (context, origin = portal) => {
    context.on('weberror', (webError) => {
      seen.push(`script error: ${webError.error().stack ?? webError.error().message}`)
    })
    context.on('console', (message) => {
      if (message.type() === 'error') seen.push(`console: ${message.text()} ${message.location().url}`)
    })
    context.on('request', (request) => {
      const { protocol, origin: target } = new URL(request.url())
      if (/^https?:$/.test(protocol) && target !== origin && target !== bucket)
        seen.push(`left the portal: ${request.url()}`)
    })
    context.on('response', (response) => {
      if (response.status() >= 500) seen.push(`answer: ${response.status()} ${response.url()}`)
    })
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? 'failed'
      // Leaving a page cuts off what it was still asking for.
      if (reason !== 'net::ERR_ABORTED') seen.push(`request: ${reason} ${request.url()}`)
    })
  }

  return {
    allow: (pattern) => allowed.push(pattern),
    troubles: () => seen.filter((trouble) => !allowed.some((pattern) => pattern.test(trouble))),
    add,
  }
}

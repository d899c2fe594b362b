import type { BrowserContext, ConsoleMessage, Request, Response, WebError } from '@playwright/test'

export interface BrowserErrors {
  /** Allows an error that a test causes on purpose. */
  allow(pattern: RegExp): void
  /** Returns the errors so far that are not allowed, one line each. */
  unexpected(): string[]
  /** Collects from another browser as well, and with `origin`, of another portal. */
  add(context: BrowserContext, origin?: string): void
  /** Stops collecting, since the next test uses the same browsers. */
  stop(): void
}

const ordinaryResponses = [
  // Without a session, pages request these by themselves at any time, and the browser reports the refusals.
  /status of 401 .*\/api\/(auth\/user|chat\/unread|events\?reading=\d+)$/,
  // A page reports its time zone after a moment, in which its session may have ended or become a view as a partner.
  /status of 40[13] .*\/api\/account\/browser-time-zone$/,
  // A file that is opened directly names no icon, so the browser requests this one.
  /status of 404 .*\/favicon\.ico$/,
]

const isLogout = (request: Request) => new URL(request.url()).pathname === '/api/logout'

/**
 * Collects everything that must not happen in any browser of a test: script errors, errors on the console (where Chromium also reports
 * violations of the Content-Security-Policy), server errors, failed requests, and requests to anything but the portal and its bucket.
 */
export const collectBrowserErrors = (portal: string, bucket?: string): BrowserErrors => {
  const allowed = [...ordinaryResponses]
  const errors: string[] = []
  const endings: (() => void)[] = []
  let isLoggingOut = false

  const add: BrowserErrors['add'] = (context, origin = portal) => {
    const handleScriptError = (webError: WebError) => {
      errors.push(`script error: ${webError.error().stack ?? webError.error().message}`)
    }
    const handleConsole = (message: ConsoleMessage) => {
      // The page that is being left may still request something, which is refused because its session has ended.
      const isOfLogout = isLoggingOut && message.text().includes('status of 401')
      if (message.type() === 'error' && !isOfLogout)
        errors.push(`console: ${message.text()} ${message.location().url}`)
    }
    const handleRequest = (request: Request) => {
      const { protocol, origin: target } = new URL(request.url())
      if (isLogout(request)) isLoggingOut = true
      if (/^https?:$/.test(protocol) && target !== origin && target !== bucket)
        errors.push(`request to another origin: ${request.url()}`)
    }
    const handleResponse = (response: Response) => {
      if (response.status() >= 500) errors.push(`response: ${response.status()} ${response.url()}`)
    }
    const handleFinish = (request: Request) => {
      // The response to a logout redirects.
      if (request.isNavigationRequest() && !isLogout(request)) isLoggingOut = false
    }
    const handleFailure = (request: Request) => {
      const reason = request.failure()?.errorText ?? 'failed'
      // Leaving a page aborts its requests.
      if (reason !== 'net::ERR_ABORTED') errors.push(`request: ${reason} ${request.url()}`)
    }
    context.on('weberror', handleScriptError)
    context.on('console', handleConsole)
    context.on('request', handleRequest)
    context.on('response', handleResponse)
    context.on('requestfinished', handleFinish)
    context.on('requestfailed', handleFailure)
    endings.push(() => {
      context.off('weberror', handleScriptError)
      context.off('console', handleConsole)
      context.off('request', handleRequest)
      context.off('response', handleResponse)
      context.off('requestfinished', handleFinish)
      context.off('requestfailed', handleFailure)
    })
  }

  return {
    allow: (pattern) => allowed.push(pattern),
    unexpected: () => errors.filter((error) => !allowed.some((pattern) => pattern.test(error))),
    add,
    stop: () => {
      for (const end of endings) end()
    },
  }
}

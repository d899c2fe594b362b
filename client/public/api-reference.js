// Shows the description of the API at /docs. The page is read-only: it makes no API calls and sends nothing to other servers.
{
  const { theme } = document.documentElement.dataset
  const isDark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches

  // The reader contains Zod, which would otherwise use `new Function`; the Content-Security-Policy forbids that.
  globalThis.__zod_globalConfig = { jitless: true }

  // The reader's script runs after this one.
  addEventListener('DOMContentLoaded', () => {
    globalThis.Scalar.createApiReference('#reference', {
      url: '/openapi.json',
      telemetry: false,
      withDefaultFonts: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      hideTestRequestButton: true,
      showDeveloperTools: 'never',
      documentDownloadType: 'direct',
      forceDarkModeState: isDark ? 'dark' : 'light',
      hideDarkModeToggle: true,
      authentication: { preferredSecurityScheme: 'apiToken' },
      defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    })
  })
}

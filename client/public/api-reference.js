// Shows the description of the API at /docs. It only reads: nothing is called, sent or asked for elsewhere.
{
  const { theme } = document.documentElement.dataset
  const isDark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches

  // The reader has Zod in it, which otherwise tries `new Function`: the Content-Security-Policy rightly refuses it.
  globalThis.__zod_globalConfig = { jitless: true }

  // The reader's script comes after this one.
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

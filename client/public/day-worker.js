// Lets the page for the day of an event open without a network. Its scope is /day/, so no other page of the portal knows it. The build
// writes `kept` above: the name of the build, and the files of the page. What the page shows is not in here: it keeps that itself.
{
  const { build, files } = self.kept
  const page = '/day/page'
  // A network that lets a person wait longer is as good as none.
  const patienceMs = 4_000

  const install = async () => {
    const cache = await caches.open(build)
    await cache.addAll([page, ...files])
    await self.skipWaiting()
  }

  const activate = async () => {
    for (const name of await caches.keys()) if (name !== build) await caches.delete(name)
    await self.clients.claim()
  }

  /** Returns the page of the portal, or else the kept one, whose files are kept as well. */
  const openPage = async (request) => {
    const late = new Promise((_resolve, reject) => setTimeout(reject, patienceMs))
    const response = await Promise.race([fetch(request), late]).catch(() => null)
    return response && response.status < 500
      ? response
      : ((await caches.match(page)) ?? response ?? Response.error())
  }

  const openFile = async (request) => (await caches.match(request)) ?? fetch(request)

  self.addEventListener('install', (event) => event.waitUntil(install()))
  self.addEventListener('activate', (event) => event.waitUntil(activate()))
  self.addEventListener('fetch', (event) => {
    const { request } = event
    if (request.mode === 'navigate') event.respondWith(openPage(request))
    else if (files.includes(new URL(request.url).pathname)) event.respondWith(openFile(request))
  })
}

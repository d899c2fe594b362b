import { createTestApp } from './app.ts'
import { startTcpProxy } from './tcp-proxy.ts'

/** Starts a server that reaches its database through a proxy, which can be cut or frozen; `databaseUrl` bypasses the proxy. */
export const createProxiedApp = async (
  options: Omit<NonNullable<Parameters<typeof createTestApp>[0]>, 'connectThrough'> = {},
) => {
  let opened: { proxy: Awaited<ReturnType<typeof startTcpProxy>>; databaseUrl: string } | undefined
  const connectThrough = async (databaseUrl: string) => {
    const url = new URL(databaseUrl)
    const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) })
    opened = { proxy, databaseUrl }
    url.hostname = proxy.host
    url.port = String(proxy.port)
    return url.href
  }
  const portal = await createTestApp({ ...options, connectThrough })
  if (!opened) throw new Error('the database is not reached by the proxy')
  return { portal, ...opened }
}

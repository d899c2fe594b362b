import { expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'

const warningsOf = async (
  trustProxy: string,
  requests: { from: string; url: string; forwarded?: string }[],
) => {
  await using portal = await createTestApp({ settings: { TRUST_PROXY: trustProxy } })
  for (const { from, url, forwarded } of requests) {
    const headers = forwarded ? { 'x-forwarded-for': forwarded } : {}
    await portal.app.inject({ url, headers, remoteAddress: from })
  }
  return portal.log.lines.filter(({ msg }) => String(msg).includes('sends no X-Forwarded-For'))
}

const url = '/api/auth/user'

test('a trusted proxy that sends no X-Forwarded-For is named in one warning', async () => {
  const warnings = await warningsOf('10.0.0.0/8, 127.0.0.1', [
    { from: '127.0.0.1', url },
    { from: '127.0.0.1', url },
    { from: '::ffff:10.1.2.3', url },
  ])
  expect(warnings).toEqual([
    expect.objectContaining({
      level: 40,
      msg: "The proxy 127.0.0.1 sends no X-Forwarded-For: signatures and limits have its address instead of the client's. See docs/deploy.",
    }),
  ])
})

test('an IPv4 proxy is recognized on a dual-stack socket, too', async () => {
  expect(await warningsOf('10.0.0.0/8', [{ from: '::ffff:10.1.2.3', url }])).toHaveLength(1)
})

test('there is no warning when the header is sent, for the checks of a load balancer, and for untrusted clients', async () => {
  const warnings = await warningsOf('127.0.0.1', [
    { from: '127.0.0.1', url, forwarded: '203.0.113.7' },
    { from: '127.0.0.1', url: '/readyz' },
    { from: '127.0.0.1', url: '/healthz' },
    { from: '203.0.113.7', url },
  ])
  expect(warnings).toEqual([])
})

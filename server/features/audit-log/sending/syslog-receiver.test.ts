import dns from 'node:dns'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import { localCertificate } from '#test/local-certificate.ts'
import { type SyslogServer, startSyslogServer } from '#test/syslog.ts'
import { createSyslogReceiver } from './syslog-receiver.ts'

const known = getCACertificates('default')
let server: SyslogServer | undefined
let lookup: MockInstance | undefined
afterEach(async () => {
  lookup?.mockRestore()
  setDefaultCACertificates(known)
  await server?.stop()
  server = undefined
})

const events = [{ at: new Date('2026-11-22T10:00:00.123Z'), json: '{"name":"Zoë"}' }]

describe('a syslog receiver with TLS', () => {
  test.each(['localhost', '127.0.0.1'])('at %s gets events once its certificate is trusted', async (host) => {
    // A system without a hosts file cannot resolve `localhost`.
    const response = (_name: unknown, _options: unknown, callback: (...found: unknown[]) => void) =>
      callback(null, [{ address: '127.0.0.1', family: 4 }])
    lookup = vi.spyOn(dns, 'lookup').mockImplementation(response as never)
    server = await startSyslogServer({ certificate: localCertificate })
    const receiver = createSyslogReceiver({ kind: 'syslog', host, port: server.port, isEncrypted: true })
    await expect(receiver.send(events)).rejects.toThrow('self-signed certificate')
    expect(server.messages).toEqual([])
    setDefaultCACertificates([...known, localCertificate.cert])
    await receiver.send(events)
    expect(server.messages).toHaveLength(1)
    expect(server.messages[0]).toMatch(/^<110>1 2026-11-22T10:00:00\.123Z .* audit - \{"name":"Zoë"\}$/)
  })

  test('gets nothing when its certificate is for another name', async () => {
    setDefaultCACertificates([...known, localCertificate.cert])
    // This is another spelling of 127.0.0.1, which every system resolves, but the certificate does not contain it.
    const host = '127.1'
    server = await startSyslogServer({ certificate: localCertificate })
    const { port } = server
    const receiver = createSyslogReceiver({ kind: 'syslog', host, port, isEncrypted: true })
    await expect(receiver.send(events)).rejects.toThrow("Host: 127.1. is not in the cert's altnames")
    expect(server.messages).toEqual([])
  })
})

test('sending rejects when the receiver is down', async () => {
  const gone = await startSyslogServer()
  await gone.stop()
  const receiver = createSyslogReceiver({
    kind: 'syslog',
    host: '127.0.0.1',
    port: gone.port,
    isEncrypted: false,
  })
  await expect(receiver.send(events)).rejects.toThrow('ECONNREFUSED')
})

import { expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'

test.each(['8.8.8.8', '93.184.216.34', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001:80b::200e'])(
  '%s is an address of the internet',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

test.each([
  ...['127.0.0.1', '127.9.9.9', '0.0.0.0', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254'],
  ...['100.64.0.1', '198.18.0.1', '203.0.113.9', '224.0.0.1', '255.255.255.255'],
  ...['::1', '::', 'fe80::1', 'fd00::1', 'ff02::1', '2001:db8::1', '64:ff9b::7f00:1', '2002:7f00:1::'],
  ...['::ffff:127.0.0.1', '::ffff:8.8.8.8', 'localhost', ''],
])('%s is none', (address) => expect(isPublicAddress(address)).toBe(false))

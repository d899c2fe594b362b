import { expect, test } from 'vitest'
import { networkKind, networkOf } from './network.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:CB00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
  ['64:ff9b::203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('the address %s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['203.0.113.7', '203.0.113.7', 'current'],
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff::1', 'current'],
  ['127.0.0.1', '127.0.0.1', 'machine'],
  ['::1', '203.0.113.7', 'machine'],
  ['::ffff:127.0.0.1', '203.0.113.7', 'machine'],
  ['10.1.2.3', '203.0.113.7', 'private'],
  ['10.1.2.3', '10.1.2.3', 'current'],
  ['::ffff:192.168.1.1', '203.0.113.7', 'private'],
  ['172.15.0.1', '203.0.113.7', 'public'],
  ['fd12::1', '203.0.113.7', 'private'],
  ['fe80::1%eth0', '203.0.113.7', 'private'],
  ['198.51.100.4', '203.0.113.7', 'public'],
  ['2001:db8:9::1', '2001:db8:1:2::1', 'public'],
  ['', '203.0.113.7', 'public'],
  ['unknown', '203.0.113.7', 'public'],
])('the address %s, read at %s, is of the kind %s', (address, current, kind) => {
  expect(networkKind(address, current)).toBe(kind)
})

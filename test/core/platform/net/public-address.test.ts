import { expect, test } from 'vitest'
import { publicAddresses } from '../../../../core/platform/net/public-address.ts'

const isOpen = publicAddresses()

test.each(['93.184.216.34', '1.1.1.1', '172.32.0.1', '2606:4700:4700::1111', '::ffff:1.1.1.1'])(
  '%s is public',
  (address) => {
    expect(isOpen(address)).toBe(true)
  },
)

test.each([
  // Loopback and unspecified addresses.
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '::1',
  '::',
  // Private, link-local, shared, and metadata addresses of clouds.
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fe80::1',
  'fc00::1',
  'fd00:ec2::254',
  'fec0::1',
  // Multicast, reserved, documentation.
  '224.0.0.1',
  '255.255.255.255',
  '240.0.0.1',
  '192.0.2.1',
  'ff02::1',
  '2001:db8::1',
  '100::1',
  '4000::1',
  // IPv6 forms of other addresses.
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  // Not addresses.
  'localhost',
  '',
  '127.0.0.1/8',
  '1.1.1.1:80',
])('%s is not public', (address) => {
  expect(isOpen(address)).toBe(false)
})

test('only the allowed ranges are open', () => {
  const rule = publicAddresses(['127.0.0.1', '10.1.0.0/16', 'fd00::/8'])
  for (const open of ['127.0.0.1', '10.1.255.1', 'fd12::1', '::ffff:127.0.0.1']) expect(rule(open)).toBe(true)
  for (const closed of ['127.0.0.2', '10.2.0.1', 'fc00::1', '::1']) expect(rule(closed)).toBe(false)
})

import { expect, test } from 'vitest'
import { realmHosts, realmUrl } from '../../../../core/state/realm/address.ts'

const ROOT = 'https://example.com:8443'

test.each([
  ['', null, ROOT, ['example.com:8443'], 'https://example.com:8443'],
  // The host of the server leads to this organization too, which has its own name as address.
  ['', 'chat.test', ROOT, ['chat.test:8443', 'example.com:8443'], 'https://chat.test:8443'],
  ['acme', null, ROOT, ['acme.example.com:8443'], 'https://acme.example.com:8443'],
  ['acme', 'chat.test', ROOT, ['acme.example.com:8443', 'chat.test:8443'], 'https://acme.example.com:8443'],
  ['', 'chat.test', 'http://localhost:9991', ['localhost:9991', 'chat.test:9991'], 'http://localhost:9991'],
])('the hosts that lead to subdomain "%s" with the name %s', (subdomain, customHost, root, hosts, url) => {
  expect(realmHosts({ subdomain, customHost }, root)).toEqual(hosts)
  expect(realmUrl({ subdomain, customHost }, root)).toBe(url)
})

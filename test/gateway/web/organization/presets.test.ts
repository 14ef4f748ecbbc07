import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { GITHUB_SETTINGS } from '../../../../config/github-settings.ts'
import { OPENID_SETTINGS } from '../../../../config/openid-providers.ts'
import {
  originOf,
  PRESETS,
  returnAddressOf,
} from '../../../../gateway/web/organization/authentication/presets.ts'

import { logInProviders } from '../../../../gateway/web/texts/en/log-in-providers.ts'

const preset = (name: string) => PRESETS.find((one) => one.name === name)!

describe('what is known of a provider', () => {
  test.each([
    ['google', {}, 'https://accounts.google.com'],
    ['entra', { tenant: ' 9b7-4 ' }, 'https://login.microsoftonline.com/9b7-4/v2.0'],
    ['entra', { tenant: 'a/../b' }, 'https://login.microsoftonline.com/a%2F..%2Fb/v2.0'],
    ['entra', { tenant: '' }, ''],
    ['gitlab', { host: 'gitlab.com' }, 'https://gitlab.com'],
    ['gitlab', { host: 'https://git.example.com/users/sign_in' }, 'https://git.example.com'],
    ['keycloak', { host: 'id.example.com', keycloak_realm: 'staff' }, 'https://id.example.com/realms/staff'],
    ['keycloak', { host: 'id.example.com', keycloak_realm: '' }, ''],
    [
      'authentik',
      { host: 'id.example.com:9443', slug: 'chat' },
      'https://id.example.com:9443/application/o/chat/',
    ],
    ['okta', { host: 'acme.okta.com' }, 'https://acme.okta.com'],
    ['okta', { host: 'not a host' }, ''],
  ])('%s with %o has the issuer %s', (name, asked, issuer) => {
    expect(preset(name).settings(asked).issuer).toBe(issuer)
  })

  test('is what the server takes', () => {
    const asked = { tenant: 'one', host: 'id.example.com', keycloak_realm: 'staff', slug: 'chat' }
    for (const { kind, settings } of PRESETS) {
      const schema = kind === 'github' ? GITHUB_SETTINGS : OPENID_SETTINGS
      const given = { client_id: 'loquat', client_secret: 'a secret', ...settings(asked) }
      expect(schema.safeParse(given).error).toBeUndefined()
    }
    expect(preset('github').settings({ host: 'github.com' })).toEqual({ address: 'https://github.com' })
  })

  test('has the return address by kind and name', () => {
    const base = 'https://chat.example.com/login/with'
    expect(returnAddressOf(base, preset('okta'), ' staff ')).toBe(`${base}/oidc-staff/callback`)
    expect(returnAddressOf(base, preset('github'), 'hub')).toBe(`${base}/github-hub/callback`)
    expect(returnAddressOf(base, preset('okta'), ' ')).toBe('')
  })

  test('is on the page of each provider under the names of the form', () => {
    const folder = fileURLToPath(new URL('../../../../docs/log-in/', import.meta.url))
    const labels = Object.values(logInProviders.fields).map(([label]) => label.toLowerCase())
    // The form shows it within a step.
    const known = new Set(['redirect address', ...labels])
    const named = readdirSync(folder).flatMap((file) => {
      const tables = readFileSync(folder + file, 'utf8').match(/^\| here \|.*(?:\n\|.*)*/gm) ?? []
      const rows = tables.flatMap((table) => table.split('\n').slice(2))
      return rows.map((row) => [file, row.split('|')[1]!.trim().toLowerCase()] as const)
    })
    expect(named.length).toBeGreaterThan(40)
    const isKnown = (name: string) => known.has(name) || name.split(', ').every((one) => known.has(one))
    expect(named.filter(([, name]) => !isKnown(name))).toEqual([])
  })

  test('takes no address of another scheme for a host', () => {
    expect(originOf('javascript:alert(1)')).toBe('')
    expect(originOf('')).toBe('')
  })
})

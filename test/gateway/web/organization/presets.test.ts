import { describe, expect, test } from 'vitest'
import { GITHUB_SETTINGS } from '../../../../config/github-settings.ts'
import { OPENID_SETTINGS } from '../../../../config/openid-providers.ts'
import {
  originOf,
  PRESETS,
  returnAddressOf,
} from '../../../../gateway/web/organization/authentication/presets.ts'

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

  test('takes no address of another scheme for a host', () => {
    expect(originOf('javascript:alert(1)')).toBe('')
    expect(originOf('')).toBe('')
  })
})

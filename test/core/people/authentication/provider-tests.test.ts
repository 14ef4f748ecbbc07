import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { JWT_SETTINGS } from '../../../../config/jwt-settings.ts'
import { SAML_SETTINGS } from '../../../../config/saml-settings.ts'
import { JWT } from '../../../../core/people/authentication/jwt/kind.ts'
import { SAML } from '../../../../core/people/authentication/saml/kind.ts'
import { errorIn } from '../../../../core/platform/text/errors/in-language.ts'
import { keyPair, type Pair } from '../../../harness/saml-provider.ts'

let server: Server
let address: string
let status = 200
let shift = 0

beforeAll(async () => {
  server = createServer((_, res) => {
    res.writeHead(status, { date: new Date(Date.now() + shift).toUTCString() }).end('Log in')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

/** What a test finds and advises while the provider is odd. */
async function whileOdd(
  oddity: { status?: number; shift?: number },
  run: () => ReturnType<typeof SAML.test>,
) {
  status = oddity.status ?? 200
  shift = oddity.shift ?? 0
  try {
    return await run()
  } finally {
    status = 200
    shift = 0
  }
}

/** A result is said in German too, with the same values. */
function expectTranslated({ found, advice }: Awaited<ReturnType<typeof SAML.test>>): void {
  for (const text of [found, advice]) if (text !== undefined) expect(errorIn('de', text)).not.toBe(text)
}

describe('a test of a provider of SAML', () => {
  const metadata = ({ cert }: Pair, location = address) => `<?xml version="1.0"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example">
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data>
      <X509Certificate>${cert.replace(/-----[^-]+-----|\s/g, '')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${location}"/>
  </IDPSSODescriptor>
</EntityDescriptor>`
  const tested = async (xml: string, oddity = {}) => {
    const provider = { ...SAML_SETTINGS.parse({ metadata: xml }), name: 'corp', display_name: 'Corp' }
    const result = await whileOdd(oddity, () => SAML.test(provider, undefined))
    expectTranslated(result)
    return result
  }

  test('tells what is wrong with its metadata, certificate, address and clock', async () => {
    const pair = keyPair(90)
    expect(await tested(metadata(pair))).toEqual({
      ...{
        isGood: true,
        found: expect.stringMatching(/^https:\/\/idp\.example answers, .* (?:89|90) days$/),
      },
    })
    expect(await tested(metadata(keyPair(20)))).toMatchObject({
      ...{ isGood: true, found: expect.stringMatching(/expires in (?:19|20) days/) },
      advice: expect.stringContaining('new metadata'),
    })
    expect(await tested(metadata(pair), { shift: 3_600_000 })).toMatchObject({
      ...{ isGood: false, found: expect.stringMatching(/clock differs .* by 3[56]\d\d s/) },
    })
    const useless = [
      () => tested(metadata(pair), { status: 502 }),
      () => tested(metadata(pair, 'http://127.0.0.1:1')),
      () => tested(metadata(pair).replace(/<X509Certificate>[^<]*/, '<X509Certificate>AAAA')),
      () => tested(metadata(pair).replaceAll('HTTP-Redirect', 'HTTP-POST')),
      () => tested(metadata(pair).replace('entityID', 'entityIdentity')),
      () => tested(metadata(pair).replace(address, 'http://idp.example')),
    ]
    for (const result of useless)
      expect(await result()).toMatchObject({
        ...{ isGood: false, found: expect.stringContaining('of no use'), advice: expect.any(String) },
      })
  })
})

describe('a test of a portal', () => {
  const { publicKey } = generateKeyPairSync('ed25519')
  const public_key = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const tested = async (settings: Record<string, unknown>, oddity = {}) => {
    const all = { portal: `${address}/log-in`, issuer: 'portal', ...settings }
    const provider = { ...JWT_SETTINGS.parse(all), name: 'portal', display_name: 'Portal' }
    const result = await whileOdd(oddity, () => JWT.test(provider, undefined))
    expectTranslated(result)
    return result
  }

  test('tells what is wrong with its key, address and clock', async () => {
    expect(await tested({ public_key })).toMatchObject({
      ...{ isGood: true, found: expect.stringContaining('EdDSA') },
    })
    expect(await tested({})).toMatchObject({ isGood: false, advice: expect.stringContaining('public key') })
    expect(await tested({ public_key }, { shift: -3_600_000 })).toMatchObject({
      ...{ isGood: false, found: expect.stringMatching(/clock differs .* by 3[56]\d\d s/) },
    })
    // Browsers may reach a portal that this server does not.
    expect(await tested({ public_key, portal: 'http://127.0.0.1:1' })).toMatchObject({
      ...{ isGood: true, found: expect.stringContaining('127.0.0.1:1'), advice: expect.any(String) },
    })
  })
})

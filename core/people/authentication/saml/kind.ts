import { X509Certificate } from 'node:crypto'
import { OPENID_TIMEOUT_SECONDS } from '../../../../config/limits.ts'
import { SAML_SETTINGS, type SamlProvider } from '../../../../config/saml-settings.ts'
import type { PublicNetwork } from '../../../platform/net/public-network.ts'
import { differingClock } from '../external/clock.ts'
import { boundedFetch } from '../external/fetch.ts'
import type { ProviderKind, TestResult } from '../external/kind.ts'
import { readMetadata } from './metadata.ts'
import { samlMethod } from './method.ts'

const DAY_MS = 86_400_000

/** Providers of SAML 2. */
export const SAML: ProviderKind<SamlProvider> = {
  name: 'saml',
  prefix: 'saml',
  settings: SAML_SETTINGS,
  method: samlMethod,
  test: async (provider, network) => {
    try {
      return await tested(provider, network)
    } catch (error) {
      const reason = (error as Error).message.slice(0, 200)
      return {
        isGood: false,
        found: `its metadata or address is of no use: ${reason}`,
        advice: 'enter the metadata that the provider offers now, and let this machine reach its address',
      }
    }
  },
}

async function tested({ metadata }: SamlProvider, network: PublicNetwork | undefined): Promise<TestResult> {
  const { entityId, logInAddress, certificates } = await readMetadata(metadata)
  const ends = certificates.map((pem) => Date.parse(new X509Certificate(pem).validTo))
  const end = Math.max(...ends)
  if (end < Date.now())
    return {
      isGood: true,
      found: `its certificate has expired on ${new Date(end).toISOString().slice(0, 10)}`,
      advice: 'enter the metadata that the provider offers now',
    }
  const signal = AbortSignal.timeout(OPENID_TIMEOUT_SECONDS * 1000)
  const answer = await boundedFetch(network)(logInAddress, { signal, redirect: 'manual' })
  if (answer.status >= 500) throw new Error(`${new URL(logInAddress).host} answers ${answer.status}`)
  const differing = differingClock(answer.headers.get('date'))
  if (differing !== undefined) return differing
  const days = Math.floor((end - Date.now()) / DAY_MS)
  if (days < 30)
    return {
      isGood: true,
      found: `its certificate expires in ${days} days`,
      advice: 'enter the new metadata once the provider offers it',
    }
  return { isGood: true, found: `${entityId} answers, and its certificate is valid for ${days} days` }
}

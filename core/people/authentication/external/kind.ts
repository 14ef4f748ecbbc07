import type { z } from 'zod'
import type { ProviderRules } from '../../../../config/log-in-provider.ts'
import type { PublicNetwork } from '../../../platform/net/public-network.ts'
import type { Core } from '../../../state/core.ts'
import type { RealmState } from '../../../state/realm/state.ts'
import type { UserRecord } from '../../../state/users/record.ts'
import type { AuthenticationMethod } from '../method.ts'

/** What a test of a provider has found. Nobody was logged in, and nothing was changed. */
export interface TestResult {
  /** Whether people can log in, as far as the test knows. */
  readonly isGood: boolean
  /** What the test has found, as a sentence without its subject's name, capital and full stop. */
  readonly found: string
  /** What to do, in the same form; undefined when nothing is wrong. */
  readonly advice?: string
}

/** The accounts that are joined to a directory, beside its people. */
export interface Comparison {
  /** Active accounts that are joined to it. */
  readonly accounts: number
  /** Those whose people are gone from it. */
  readonly gone: readonly UserRecord[]
  /** Whether so many are gone that the hourly job deactivates nobody. */
  readonly isTooMany: boolean
}

/**
 * A kind of provider that organizations set up themselves, or the operator. A `network` is what an
 * organization may reach; an operator's providers are reached without one.
 */
export interface ProviderKind<Settings extends ProviderRules = ProviderRules> {
  /** Lower-case letters. It is stored with each provider. */
  readonly name: string
  /**
   * What an organization enters, with a description of each field. `.meta({ secret: true })` marks what is
   * encrypted, and never shown again, and `.meta({ getsSecrets: true })` an address to which it is sent:
   * another one needs the secret again, so that nobody learns it by moving the provider.
   */
  readonly settings: z.ZodObject
  /** Whether people type a name and password here, instead of going to the provider in the browser. */
  readonly isDirectory?: boolean
  /** What its methods are named, before the name of the provider. */
  readonly prefix: string
  method(provider: Settings, network: PublicNetwork | undefined): AuthenticationMethod
  /**
   * Compares accounts with the people of a directory, and changes nothing. Rejects when it does not answer.
   */
  compare?(
    core: Core,
    realm: RealmState,
    provider: Settings,
    network: PublicNetwork | undefined,
  ): Promise<Comparison>
  /** Asks the provider as a log-in would. Never rejects for a fault of the provider. */
  test(provider: Settings, network: PublicNetwork | undefined): Promise<TestResult>
}

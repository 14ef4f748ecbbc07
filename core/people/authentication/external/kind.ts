import type { z } from 'zod'
import type { ProviderRules } from '../../../../config/log-in-provider.ts'
import type { Core } from '../../../state/core.ts'
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

/** A kind of provider that organizations set up themselves. */
export interface ProviderKind<Settings extends ProviderRules = ProviderRules> {
  /** Lower-case letters. It is stored with each provider. */
  readonly name: string
  /**
   * What an organization enters, with a description of each field. `.meta({ secret: true })` marks what is
   * encrypted, and never shown again.
   */
  readonly settings: z.ZodObject
  /** What its methods are named, before the name of the provider. */
  readonly prefix: string
  method(core: Core, provider: Settings): AuthenticationMethod
  /** Asks the provider as a log-in would. Never rejects for a fault of the provider. */
  test(core: Core, provider: Settings): Promise<TestResult>
}

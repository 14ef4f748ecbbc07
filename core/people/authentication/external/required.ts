import type { ProviderRules } from '../../../../config/log-in-provider.ts'
import type { UserRecord } from '../../../state/users/record.ts'
import { hasDomain } from './domains.ts'

/** The rule that says of whom a provider is required, by the domain of the address or the role. */
export const requirementOf =
  ({ domains, required_for_domains: byDomain, required_role: role }: ProviderRules) =>
  (user: Pick<UserRecord, 'deliveryEmail' | 'role' | 'isBot'>): boolean =>
    !user.isBot && ((byDomain && hasDomain(user.deliveryEmail, domains)) || user.role <= role)

import type { ProviderRules } from '../../../../config/log-in-provider.ts'
import type { Language } from '../../../platform/text/languages.ts'
import type { Tx } from '../../../platform/transactions/transact.ts'
import { writeAudit } from '../../../state/audit/write.ts'
import type { Core } from '../../../state/core.ts'
import { checkAddress } from '../../../state/realm/email.ts'
import { realmDeactivated } from '../../../state/realm/errors.ts'
import type { RealmState } from '../../../state/realm/state.ts'
import type { UserRecord } from '../../../state/users/record.ts'
import { joinByAddress } from '../../accounts/join-by-address.ts'
import { checkActive } from '../../credentials/log-in.ts'
import { hasDomain } from './domains.ts'
import { ExternalIdentity } from './entities.ts'
import { addressNotConfirmed, noAccountHere, otherIdentity } from './errors.ts'
import type { ExternalPerson } from './person.ts'
import { refreshAccount } from './refresh.ts'

/**
 * The account of a person whom a provider has logged in. The issuer and subject decide. A person who comes
 * for the first time gets the account with the confirmed address, unless it belongs to another subject of
 * this issuer already, or else a new account, where the organization lets the address join. Each time the
 * account gets what the provider says (`refreshAccount`). A new account has `language`, as in `NewUser`.
 * Throws for deactivated accounts and when there is no account.
 */
export async function accountOf(
  core: Core,
  realm: RealmState,
  provider: ProviderRules,
  person: ExternalPerson,
  language?: Language,
): Promise<UserRecord> {
  const { issuer, subject } = person
  const identity = { realmId: realm.id, issuer, subject }
  // external_identity_subject
  const known = await core.db.readEntities((em) => em.findOne(ExternalIdentity, identity))
  if (known !== null) {
    await realm.sync()
    return refreshAccount(core, realm, provider, checkActive(realm.users.get(known.userId)!), person)
  }
  const joined = await core.changeAsSystem(realm, async (tx) => {
    if (realm.record.isDeactivated) throw realmDeactivated()
    const known = await tx.em.findOne(ExternalIdentity, identity)
    if (known !== null) return checkActive(realm.users.get(known.userId)!)
    const user = await accountByAddress(tx, core, realm, provider, person, language)
    await tx.em.insert(ExternalIdentity, { ...identity, userId: user.id })
    const about = { kind: 'user', action: 'changed', id: user.id, name: user.fullName } as const
    writeAudit(tx, null, [{ ...about, property: 'external_log_in', after: provider.display_name }])
    return user
  })
  return refreshAccount(core, realm, provider, joined, person)
}

async function accountByAddress(
  tx: Tx,
  core: Core,
  realm: RealmState,
  { new_accounts: newAccounts, domains, display_name: name }: ProviderRules,
  { email: given, fullName, issuer }: ExternalPerson,
  language: Language | undefined,
): Promise<UserRecord> {
  if (given === undefined) throw addressNotConfirmed(name)
  const email = checkAddress(given)
  // The addresses that the organization shows in place of hidden ones belong to nobody.
  const found = realm.users.byEmail(email)
  const user = found?.deliveryEmail.toLowerCase() === email.toLowerCase() ? found : undefined
  if (user === undefined) {
    if (newAccounts === 'nobody') throw noAccountHere(email)
    const invitation =
      newAccounts === 'rules'
        ? 'by-rules'
        : newAccounts === 'domains' && hasDomain(email, domains)
          ? 'no'
          : 'yes'
    return joinByAddress(tx, core, realm, { email, fullName, language }, invitation)
  }
  if (user.isBot) throw noAccountHere(email)
  checkActive(user)
  // external_identity_user
  if ((await tx.em.count(ExternalIdentity, { userId: user.id, issuer })) > 0) throw otherIdentity(email, name)
  return user
}

import type { ProviderRules } from '../../../../config/log-in-provider.ts'
import type { Columns } from '../../../platform/db/statements/row.ts'
import { statement } from '../../../platform/db/statements/statement.ts'
import type { Language } from '../../../platform/text/languages.ts'
import type { Tx } from '../../../platform/transactions/transact.ts'
import { writeAudit } from '../../../state/audit/write.ts'
import type { Core } from '../../../state/core.ts'
import { checkAddress, isSameMailbox } from '../../../state/realm/email.ts'
import { realmDeactivated } from '../../../state/realm/errors.ts'
import type { RealmState } from '../../../state/realm/state.ts'
import { invalidEmail } from '../../../state/users/errors.ts'
import type { UserRecord } from '../../../state/users/record.ts'
import { joinByAddress } from '../../accounts/join-by-address.ts'
import { checkActive } from '../../credentials/log-in.ts'
import type { ExternalPerson } from '../person.ts'
import { hasDomain } from './domains.ts'
import { ExternalIdentity } from './entities.ts'
import { accountStays, addressMissing, addressNotConfirmed, noAccountHere, otherIdentity } from './errors.ts'
import { because } from './reason.ts'
import { type AccountChanges, changesBy, refreshAccount } from './refresh.ts'

const KNOWN = statement(
  'external-identity.log-in',
  // external_identity_subject
  `UPDATE external_identity SET last_log_in_at = clock_timestamp()
   WHERE realm_id = $1 AND issuer = $2 AND subject = $3 RETURNING user_id AS "userId"`,
)

/**
 * The account of a person whom a provider has logged in. The issuer and subject decide. A person who comes
 * for the first time gets the account with the confirmed address, unless it belongs to another subject of
 * this issuer already or the provider may not join it, or else a new account, where the organization lets the
 * address join. Each time the account gets what the provider says (`refreshAccount`). A new account has
 * `language`, as in `NewUser`. Throws for deactivated accounts and when there is no account.
 */
export async function accountOf(
  core: Core,
  realm: RealmState,
  provider: ProviderRules,
  person: ExternalPerson,
  language?: Language,
): Promise<UserRecord> {
  const [known] = await core.db.run<Columns<typeof ExternalIdentity, 'userId'>>(KNOWN, [
    ...[realm.id, person.issuer, person.subject],
  ])
  if (known !== undefined) {
    await realm.sync()
    return refreshAccount(core, realm, provider, checkActive(realm.users.get(known.userId)!), person)
  }
  const { user } = await core.changeAsSystem(realm, (tx) =>
    findOrJoin(tx, core, realm, provider, person, language),
  )
  return refreshAccount(core, realm, provider, user, person)
}

const identityOf = ({ id: realmId }: RealmState, { issuer, subject }: ExternalPerson) => ({
  ...{ realmId, issuer, subject },
})

/** Whether a further factor is asked for after the provider. */
export const factorsOf = ({ is_second_factor: isTwo }: Pick<ProviderRules, 'is_second_factor'>) =>
  isTwo ? 'two' : 'one'

/**
 * `known`: the account has been joined to the person before. `joined`: it has the confirmed address. `made`:
 * it is new.
 */
export type Finding = 'known' | 'joined' | 'made'

interface Found {
  readonly user: UserRecord
  readonly how: Finding
}

/** The account of the person, in a transaction that has locked the organization. */
async function findOrJoin(
  tx: Tx,
  core: Core,
  realm: RealmState,
  provider: ProviderRules,
  person: ExternalPerson,
  language: Language | undefined,
): Promise<Found> {
  if (realm.record.isDeactivated) throw realmDeactivated()
  const identity = identityOf(realm, person)
  const known = await tx.em.findOne(ExternalIdentity, identity)
  if (known !== null) return { user: checkActive(realm.users.get(known.userId)!), how: 'known' }
  const found = await accountByAddress(tx, core, realm, provider, person, language)
  const { id, fullName: name } = found.user
  await tx.em.insert(ExternalIdentity, { ...identity, userId: id })
  const about = { kind: 'user', action: 'changed', id, name } as const
  writeAudit(tx, null, [{ ...about, property: 'external_log_in', after: provider.display_name }])
  return found
}

/** The end of a transaction that is rolled back, with what it would have done. */
class NotKept<T> extends Error {
  readonly result: T

  constructor(result: T) {
    super('the transaction is rolled back')
    this.result = result
  }
}

/**
 * Returns the account that `accountOf` would give a person, and the changes that the provider would make to
 * it. Stores nothing. Throws as `accountOf`.
 */
export async function tryAccount(
  core: Core,
  realm: RealmState,
  provider: ProviderRules,
  person: ExternalPerson,
): Promise<Found & { readonly changes: AccountChanges }> {
  const { user, how } = await core
    .changeAsSystem(realm, async (tx): Promise<Found> => {
      throw new NotKept(await findOrJoin(tx, core, realm, provider, person, undefined))
    })
    .catch((error: unknown) => {
      if (error instanceof NotKept) return (error as NotKept<Found>).result
      throw error
    })
  const changes = await changesBy(core, realm, provider, user, person, how === 'made')
  return { user, how, changes }
}

async function accountByAddress(
  tx: Tx,
  core: Core,
  realm: RealmState,
  { new_accounts: newAccounts, existing_accounts: existing, domains, display_name: name }: ProviderRules,
  { email: given, noEmail, fullName, issuer }: ExternalPerson,
  language: Language | undefined,
): Promise<Found> {
  if (given === undefined) {
    const { kind, advice = '' } = noEmail ?? { kind: 'not confirmed' as const }
    const isMissing = kind === 'missing'
    const refusal = isMissing ? addressMissing(name) : addressNotConfirmed(name)
    core.log.warn(
      { realm: realm.id, provider: name, issuer, reason: advice },
      `a log-in failed: the provider tells no address of the person${isMissing ? '' : ' that is confirmed'}`,
    )
    throw because(refusal, advice)
  }
  const email = checkAddress(given)
  // What is repaired in a typed address would make the address of another mailbox of a confirmed one.
  if (email !== given.trim()) throw invalidEmail(given)
  // The addresses that the organization shows in place of hidden ones belong to nobody.
  const found = realm.users.byEmail(email)
  const user = found !== undefined && isSameMailbox(found.deliveryEmail, email) ? found : undefined
  if (user === undefined) {
    if (newAccounts === 'nobody') throw noAccountHere(email)
    const invitation =
      newAccounts === 'rules'
        ? 'by-rules'
        : newAccounts === 'domains' && hasDomain(email, domains)
          ? 'no'
          : 'yes'
    return {
      user: await joinByAddress(tx, core, realm, { email, fullName, language }, invitation),
      how: 'made',
    }
  }
  if (user.isBot) throw noAccountHere(email)
  const mayJoin = existing === 'address' || (existing === 'domains' && hasDomain(email, domains))
  if (!mayJoin) throw accountStays(email, name)
  checkActive(user)
  // external_identity_user
  if ((await tx.em.count(ExternalIdentity, { userId: user.id, issuer })) > 0) throw otherIdentity(email, name)
  return { user, how: 'joined' }
}

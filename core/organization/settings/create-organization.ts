import { joinPerson } from '../../people/accounts/create-person.ts'
import { hashPassword, isStrongPassword } from '../../people/credentials/password.ts'
import { passwordTooWeak } from '../../people/users/errors.ts'
import { checkNameItself } from '../../people/users/name.ts'
import { timezoneNamed } from '../../people/users/timezone.ts'
import { type Language, usesTwentyFourHours } from '../../platform/text/languages.ts'
import type { Core } from '../../state/core.ts'
import { checkAddress } from '../../state/realm/email.ts'
import { saveSettings } from '../../state/realm/save-settings.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { Role, type UserRecord } from '../../state/users/record.ts'
import { saveUserSettingsDefaults } from './change-user-settings-defaults.ts'
import { checkRealmAddress, createRealm } from './create.ts'
import { createFirstChannels } from './first-channels.ts'
import { ORGANIZATION_CREATED } from './mails.ts'

/** A new organization and its first owner. */
export interface NewOrganization {
  readonly name: string
  /** Empty for the root host. */
  readonly subdomain: string
  readonly email: string
  readonly fullName: string
  readonly password: string
  /** IANA identifier; an invalid one counts as not given. */
  readonly timezone?: string
  /** The language of the founder's account, as in `NewUser`. */
  readonly language?: Language | undefined
}

/** The organization, and its first owner, whom the first channels have as a subscriber. */
interface Founded {
  readonly realm: RealmState
  readonly owner: UserRecord
}

/**
 * Creates an organization with its first channels and its first owner. Throws for invalid values, before it
 * creates anything, and when the address is taken. A process that dies in between leaves an organization
 * without an owner; an operator can add one.
 */
export async function createOrganization(core: Core, founder: NewOrganization): Promise<Founded> {
  await checkRealmAddress(core, founder)
  const email = checkAddress(founder.email)
  const fullName = checkNameItself(founder.fullName)
  if (!(await isStrongPassword(founder.password))) throw passwordTooWeak()
  const passwordHash = await hashPassword(founder.password)
  const id = await createRealm(core.db, { name: founder.name, subdomain: founder.subdomain })
  const realm = (await core.realms.get(id))!
  const { language } = founder
  if (language !== undefined) {
    await core.changeAsSystem(realm, (tx) => saveSettings(tx, realm, { default_language: language }))
    await realm.sync()
    const clock = { twenty_four_hour_time: usesTwentyFourHours(language) }
    await core.changeAsSystem(realm, (tx) => saveUserSettingsDefaults(tx, realm, clock))
    await realm.sync()
  }
  await createFirstChannels(core, realm)
  const timezone = timezoneNamed(founder.timezone ?? '') ?? ''
  const owner = await core.changeAsSystem(realm, async (tx) => {
    const person = { email, fullName, timezone, language, role: Role.owner }
    const joined = await joinPerson(tx, core, realm, person, passwordHash)
    tx.enqueue(ORGANIZATION_CREATED, { realm: id, user: joined.id })
    return joined
  })
  return { realm, owner }
}

import { createUser } from '../people/accounts/create.ts'
import { hashPassword } from '../people/credentials/password.ts'
import { statement } from '../platform/db/statements/statement.ts'
import type { UserId } from '../platform/ids.ts'
import type { Core } from '../state/core.ts'
import type { RealmState } from '../state/realm/state.ts'
import { BotType } from '../state/users/bot-types.ts'
import { Role } from '../state/users/record.ts'
import { BOT, PEOPLE, PERSON_NAMES, type Speaker } from './scripts/cast.ts'

export const DEMONSTRATION_DOMAIN = 'demo.test'

/** The password of every account. It is public: the demonstration organization exists in development only. */
export const DEMONSTRATION_PASSWORD = 'verona'

export const addressOf = (name: Speaker): string => `${name}@${DEMONSTRATION_DOMAIN}`

const GIVE_PASSWORD = statement(
  'demonstration.give-password',
  'UPDATE user_account SET password_hash = $2 WHERE realm_id = $1 AND NOT is_bot AND password_hash IS NULL',
)

/** Creates the missing accounts. Returns the ids of all accounts. */
export async function createPeople(core: Core, realm: RealmState): Promise<Record<Speaker, UserId>> {
  await realm.sync()
  const ids = {} as Record<Speaker, UserId>
  for (const name of PERSON_NAMES) {
    const { fullName, role } = PEOPLE[name]
    const email = addressOf(name)
    const user =
      realm.users.byEmail(email) ?? (await createUser(core, realm, { email, fullName, role: Role[role] }))
    ids[name] = user.id
  }
  const email = addressOf(BOT.name)
  const bot =
    realm.users.byEmail(email) ??
    (await createUser(core, realm, {
      email,
      fullName: BOT.fullName,
      botType: BotType.generic,
      botOwnerId: ids[BOT.owner],
    }))
  ids[BOT.name] = bot.id
  // All accounts share one hash, because hashing is slow by design.
  const hash = await hashPassword(DEMONSTRATION_PASSWORD)
  await core.transact(realm.id, (tx) => tx.run(GIVE_PASSWORD, [realm.id, hash]))
  return ids
}

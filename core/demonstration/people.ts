import { createUser } from '../people/users/create.ts'
import { hashPassword } from '../people/users/password.ts'
import { statement } from '../platform/db/statements/statement.ts'
import type { UserId } from '../platform/ids.ts'
import type { Core } from '../state/core.ts'
import type { RealmState } from '../state/realm/state.ts'
import { Role } from '../state/users/record.ts'

export const DEMONSTRATION_DOMAIN = 'demo.test'

/** The password of every account. It is public: the demonstration organization exists in development only. */
export const DEMONSTRATION_PASSWORD = 'verona'

/** The people of the demonstration organization, by the local part of their addresses. */
export const PEOPLE = {
  desdemona: { fullName: 'Desdemona', role: 'owner' },
  iago: { fullName: 'Iago', role: 'administrator' },
  shiva: { fullName: 'Shiva', role: 'moderator' },
  hamlet: { fullName: 'King Hamlet', role: 'member' },
  cordelia: { fullName: "Cordelia, Lear's daughter", role: 'member' },
  othello: { fullName: 'Othello, the Moor of Venice', role: 'member' },
  prospero: { fullName: 'Prospero from The Tempest', role: 'member' },
  zoe: { fullName: 'Zoe', role: 'member' },
  aaron: { fullName: 'Aaron', role: 'member' },
  polonius: { fullName: 'Polonius', role: 'guest' },
} as const satisfies Record<string, { fullName: string; role: keyof typeof Role }>

export type Person = keyof typeof PEOPLE

/** A generic bot that Iago owns. */
export const BOT = { name: 'greeter-bot', fullName: 'Greeter Bot', owner: 'iago' } as const

/** Senders of messages in the demonstration organization. */
export type Speaker = Person | typeof BOT.name

export const PERSON_NAMES = Object.keys(PEOPLE) as Person[]
export const SPEAKERS: readonly Speaker[] = [...PERSON_NAMES, BOT.name]
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
    (await createUser(core, realm, { email, fullName: BOT.fullName, botType: 1, botOwnerId: ids[BOT.owner] }))
  ids[BOT.name] = bot.id
  // All accounts share one hash, because hashing is slow by design.
  const hash = await hashPassword(DEMONSTRATION_PASSWORD)
  await core.transact(realm.id, (tx) => tx.run(GIVE_PASSWORD, [realm.id, hash]))
  return ids
}

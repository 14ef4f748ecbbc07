import { Role } from '../../../../state/users/record.ts'
import type { Row } from '../../../exports/archive/column.ts'
import { AccountList, type NamedAccount } from '../reading/account-list.ts'
import { type Fields, isFields, listOf } from '../reading/fields.ts'
import type { PersonValues } from '../reading/profile-values.ts'
import type { ReadingContext } from '../reading/reader.ts'
import { type Texts, textOf } from '../reading/texts.ts'
import type { SourceFile } from '../source/source.ts'
import { keyOf, secondsOf } from './collections.ts'

/** The people and bots of a Rocket.Chat archive. They have ids there, and user names in texts. */
export class RocketChatPeople {
  readonly #context: ReadingContext
  readonly #texts: Texts
  readonly #accounts: AccountList
  readonly #profiles: PersonValues[] = []
  readonly #pictures = new Map<number, SourceFile>()

  constructor(context: ReadingContext, texts: Texts) {
    this.#context = context
    this.#texts = texts
    this.#accounts = new AccountList(context)
  }

  get notificationBot(): number {
    return this.#accounts.notificationBot
  }

  /** Adds a document of `users`. `picture`: the avatar that the person has uploaded. */
  add(user: Fields, picture: SourceFile | undefined): void {
    const { report } = this.#context
    const key = keyOf(user._id)
    const username = textOf(user.username)
    if (textOf(user.type) === 'visitor' || textOf(user.type) === 'unknown') {
      report.leftOut('visitors of the live chat', username)
      return
    }
    if (key === '' || this.#accounts.get(`id ${key}`) !== undefined) {
      report.leftOut('people without an id of their own', username)
      return
    }
    const isBot = textOf(user.type) !== 'user' && user.type !== undefined
    const address = listOf(user.emails)
      .filter(isFields)
      .map((email) => textOf(email.address))
      .find((text) => text !== '')
    if (!isBot && address === undefined) {
      report.changed('people without an e-mail address get an internal one', username)
    }
    const joined = secondsOf(user.createdAt)
    const added = this.#accounts.add(`id ${key}`, {
      name: this.#texts.personName(
        [user.name, username].map(textOf).find((name) => name.trim() !== ''),
        `Person ${key}`,
      ),
      email: isBot ? null : (address ?? null),
      role: roleOf(user),
      isActive: user.active !== false && !isBot,
      joined: joined > 0 ? joined : 0,
      isBot,
    })
    if (username !== '') this.#accounts.addKey(nameKey(username), added)
    if (picture !== undefined) this.#pictures.set(added.id, picture)
    this.#profiles.push([added.id, textOf(user.bio), username])
  }

  /** Finds a person by the id there. */
  get(id: unknown): NamedAccount | undefined {
    return this.#accounts.get(`id ${keyOf(id)}`)
  }

  byUsername(username: string): NamedAccount | undefined {
    return this.#accounts.get(nameKey(username))
  }

  /** The sender of a message. Integrations write under names of their own. */
  senderOf(message: Fields): NamedAccount {
    const user = isFields(message.u) ? message.u : {}
    const alias = isFields(message.bot) || message.bot === true ? textOf(message.alias) : ''
    const known = alias === '' ? this.get(user._id) : this.#accounts.get(`alias ${alias}`)
    if (known !== undefined) return known
    const name = alias || textOf(user.name) || textOf(user.username) || 'Somebody'
    const key = alias === '' ? `id ${keyOf(user._id)}` : `alias ${alias}`
    const found = this.#accounts.get(key)
    if (found !== undefined) return found
    this.#context.report.changed('senders that the list of people lacks become deactivated accounts', name)
    const shown = this.#texts.personName(name, 'Somebody')
    return this.#accounts.add(key, {
      name: shown,
      email: null,
      isActive: false,
      joined: 0,
      isBot: alias !== '',
    })
  }

  /** See `AccountList.rows`. */
  rows(began: number): readonly Row[] {
    return this.#accounts.rows(began)
  }

  pictureOf(id: number): SourceFile | undefined {
    return this.#pictures.get(id)
  }

  /** Biographies and user names by person. */
  get profiles(): readonly PersonValues[] {
    return this.#profiles
  }
}

/** User names do not differ in case alone. */
const nameKey = (username: string): string => `name ${username.toLowerCase()}`

function roleOf(user: Fields): number {
  const roles = listOf(user.roles).map(textOf)
  if (roles.includes('admin')) return Role.owner
  return roles.includes('guest') || roles.includes('anonymous') ? Role.guest : Role.member
}

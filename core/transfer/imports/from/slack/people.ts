import { Role } from '../../../../state/users/record.ts'
import type { Row } from '../../../exports/archive/column.ts'
import { AccountList, type NamedAccount } from '../reading/account-list.ts'
import { type Fields, isFields } from '../reading/fields.ts'
import type { PersonValues } from '../reading/profile-values.ts'
import type { ReadingContext } from '../reading/reader.ts'
import { type Texts, textOf } from '../reading/texts.ts'

const SLACKBOT = 'USLACKBOT'
/** Sizes of the picture of somebody, best first. */
const PICTURES = ['image_512', 'image_original', 'image_192', 'image_72']

/** The people and bots of a Slack archive, which have texts for ids there. */
export class SlackPeople {
  readonly #context: ReadingContext
  readonly #texts: Texts
  readonly #accounts: AccountList
  readonly #profiles: PersonValues[] = []
  readonly #pictures = new Map<number, string>()

  constructor(context: ReadingContext, texts: Texts) {
    this.#context = context
    this.#texts = texts
    this.#accounts = new AccountList(context)
  }

  get notificationBot(): number {
    return this.#accounts.notificationBot
  }

  /** Adds an entry of `users.json`. `joined`: Unix seconds. */
  add(user: Fields, joined: number): void {
    const key = textOf(user.id)
    const profile = isFields(user.profile) ? user.profile : {}
    if (key === '' || this.#accounts.get(key) !== undefined) {
      this.#context.report.leftOut('people without an id of their own', textOf(user.name))
      return
    }
    const isBot = user.is_bot === true || key === SLACKBOT
    const names = [profile.real_name, user.real_name, profile.display_name, user.name].map(textOf)
    const added = this.#accounts.add(key, {
      name: this.#texts.personName(
        names.find((name) => name.trim() !== ''),
        `Person ${key}`,
      ),
      email: isBot || textOf(profile.email) === '' ? null : textOf(profile.email),
      role: roleOf(user),
      isActive: user.deleted !== true && !isBot,
      joined,
      isBot,
      timezone: textOf(user.tz),
    })
    if (!isBot && textOf(profile.email) === '') {
      this.#context.report.changed('people without an e-mail address get an internal one', names[1])
    }
    const bot = textOf(profile.bot_id)
    if (bot !== '') this.#accounts.addKey(bot, added)
    // The id of the same person in the whole organization.
    const enterprise = isFields(user.enterprise_user) ? textOf(user.enterprise_user.id) : ''
    if (enterprise !== '') this.#accounts.addKey(enterprise, added)
    const picture = PICTURES.map((name) => textOf(profile[name])).find((address) => address !== '')
    if (picture !== undefined) this.#pictures.set(added.id, picture)
    this.#profiles.push([added.id, textOf(profile.title), textOf(profile.phone)])
  }

  get(id: string): NamedAccount | undefined {
    return this.#accounts.get(id)
  }

  /** The sender of a message. Bots and people of other workspaces are in messages only. */
  senderOf(message: Fields): NamedAccount {
    const bot = textOf(message.bot_id)
    const username = textOf(message.username)
    const user = textOf(message.user)
    const known = this.#accounts.get(user) ?? (username === '' ? this.#accounts.get(bot) : undefined)
    if (known !== undefined) return known
    const isBot = bot !== '' || username !== '' || user === ''
    const profile = isFields(message.user_profile) ? message.user_profile : {}
    const botProfile = isFields(message.bot_profile) ? message.bot_profile : {}
    const key = isBot ? `bot ${bot} ${username}` : user
    const found = this.#accounts.get(key)
    if (found !== undefined) return found
    const names = [username, botProfile.name, profile.real_name, profile.name].map(textOf)
    const name = user === SLACKBOT ? 'Slackbot' : names.find((text) => text !== '')
    const added = this.#accounts.add(key, {
      name: this.#texts.personName(name ?? (isBot ? 'Bot' : `Person ${user}`), isBot ? 'Bot' : 'Person'),
      email: null,
      isActive: false,
      joined: 0,
      isBot,
    })
    this.#context.report.changed('senders that the list of people lacks become deactivated accounts', name)
    return added
  }

  /** The addresses of the pictures of people, by account. */
  get pictures(): ReadonlyMap<number, string> {
    return this.#pictures
  }

  /** See `AccountList.rows`. */
  rows(began: number): readonly Row[] {
    return this.#accounts.rows(began)
  }

  /** Titles and telephone numbers by person. */
  get profiles(): readonly PersonValues[] {
    return this.#profiles
  }
}

/** The highest role of somebody, in the workspace or in the organization of an Enterprise Grid. */
function roleOf(user: Fields): number {
  const roles = isFields(user.enterprise_user) ? [user, user.enterprise_user] : [user]
  if (roles.some((of) => of.is_primary_owner === true || of.is_owner === true)) return Role.owner
  if (roles.some((of) => of.is_admin === true)) return Role.administrator
  return user.is_restricted === true || user.is_ultra_restricted === true ? Role.guest : Role.member
}

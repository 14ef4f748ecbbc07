import { Role } from '../../../../state/users/record.ts'
import type { Row } from '../../../exports/archive/column.ts'
import { ArchiveError } from '../../archive.ts'
import { type Account, Addresses, accountRow, SYSTEM_BOTS } from '../reading/accounts.ts'
import { type Fields, isFields } from '../reading/fields.ts'
import type { ReadingContext } from '../reading/reader.ts'
import { folded, type Texts, textOf } from '../reading/texts.ts'

const SLACKBOT = 'USLACKBOT'

/** A person or bot of a Slack archive. */
export interface SlackPerson {
  readonly id: number
  readonly name: string
}

/** The people and bots of a Slack archive, which have texts for ids there. */
export class SlackPeople {
  readonly #context: ReadingContext
  readonly #texts: Texts
  readonly #addresses: Addresses
  readonly #byId = new Map<string, SlackPerson>()
  readonly #accounts: Account[] = []
  readonly #profiles: [person: number, title: string, phone: string][] = []
  readonly notificationBot: number

  constructor(context: ReadingContext, texts: Texts) {
    this.#context = context
    this.#texts = texts
    this.#addresses = new Addresses(context.report)
    this.notificationBot = this.#system(SYSTEM_BOTS.notification)
    this.#system(SYSTEM_BOTS.welcome)
  }

  /** Adds an entry of `users.json`. `joined`: Unix seconds. */
  add(user: Fields, joined: number): void {
    const key = textOf(user.id)
    const profile = isFields(user.profile) ? user.profile : {}
    if (key === '' || this.#byId.has(key)) {
      this.#context.report.leftOut('people without an id of their own', textOf(user.name))
      return
    }
    const isBot = user.is_bot === true || key === SLACKBOT
    const names = [profile.real_name, user.real_name, profile.display_name, user.name].map(textOf)
    const id = this.#add(key, {
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
    if (bot !== '' && !this.#byId.has(bot)) this.#byId.set(bot, this.#byId.get(key)!)
    this.#profiles.push([id, textOf(profile.title), textOf(profile.phone)])
  }

  get(id: string): SlackPerson | undefined {
    return this.#byId.get(id)
  }

  /** The sender of a message. Bots and people of other workspaces are in messages only. */
  senderOf(message: Fields): SlackPerson {
    const bot = textOf(message.bot_id)
    const username = textOf(message.username)
    const user = textOf(message.user)
    const known = this.#byId.get(user) ?? (username === '' ? this.#byId.get(bot) : undefined)
    if (known !== undefined) return known
    const isBot = bot !== '' || username !== '' || user === ''
    const profile = isFields(message.user_profile) ? message.user_profile : {}
    const key = isBot ? `bot ${bot} ${username}` : user
    const found = this.#byId.get(key)
    if (found !== undefined) return found
    const names = [username, textOf(profile.real_name), textOf(profile.name)]
    const name = user === SLACKBOT ? 'Slackbot' : names.find((text) => text !== '')
    this.#add(key, {
      name: this.#texts.personName(name ?? (isBot ? 'Bot' : `Person ${user}`), isBot ? 'Bot' : 'Person'),
      email: null,
      isActive: false,
      joined: 0,
      isBot,
    })
    this.#context.report.changed('senders that the list of people lacks become deactivated accounts', name)
    return this.#byId.get(key)!
  }

  /** The rows of all accounts. Throws `ArchiveError` when nobody can own the organization. */
  rows(): readonly Row[] {
    const { owner, report } = this.#context
    const rows = this.#accounts.map(accountRow)
    const isOwner = (row: Row) => row.role === Role.owner && row.is_active === true && row.is_bot === false
    if (owner === undefined) {
      if (rows.some(isOwner)) return rows
      throw new ArchiveError(
        'Nobody in the archive is an active owner: name one by the e-mail address, with --owner.',
      )
    }
    const index = rows.findIndex((row) => folded(String(row.delivery_email ?? '')) === folded(owner))
    if (index < 0 || rows[index]!.is_active !== true) {
      throw new ArchiveError(`The archive has no active person with the address ${owner}.`)
    }
    if (!isOwner(rows[index]!)) report.changed('the named person becomes an owner', owner)
    return rows.with(index, { ...rows[index]!, role: Role.owner })
  }

  /** Titles and telephone numbers by person. */
  get profiles(): readonly (readonly [person: number, title: string, phone: string])[] {
    return this.#profiles
  }

  #system({ email, name }: { readonly email: string; readonly name: string }): number {
    return this.#add(`system ${email}`, { name, email, isActive: true, joined: 0, isSystem: true })
  }

  #add(key: string, account: Omit<Account, 'id'>): number {
    const id = this.#accounts.length + 1
    this.#accounts.push({ id, ...account, email: this.#addresses.take(account.email) })
    this.#byId.set(key, { id, name: account.name })
    return id
  }
}

function roleOf(user: Fields): number {
  if (user.is_primary_owner === true || user.is_owner === true) return Role.owner
  if (user.is_admin === true) return Role.administrator
  return user.is_restricted === true || user.is_ultra_restricted === true ? Role.guest : Role.member
}

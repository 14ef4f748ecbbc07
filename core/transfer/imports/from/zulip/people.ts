import { groupBy } from '../../../../platform/collections/group-by.ts'
import { largest } from '../../../../platform/collections/largest.ts'
import { BotType } from '../../../../state/users/bot-types.ts'
import { Role } from '../../../../state/users/record.ts'
import type { Row } from '../../../exports/archive/column.ts'
import { ArchiveError } from '../../archive.ts'
import { type Account, Addresses, accountRow, SYSTEM_BOTS } from '../reading/accounts.ts'
import { type Fields, fieldOf, idIn, longIdIn } from '../reading/fields.ts'
import type { ReadingContext } from '../reading/reader.ts'
import { folded, type Texts, textOf } from '../reading/texts.ts'
import type { Times } from '../reading/times.ts'
import { userSettings } from './settings.ts'
import type { ZulipTables } from './tables.ts'

/** A person or bot, as the messages need them. */
export interface Person {
  readonly id: number
  readonly name: string
  readonly isBot: boolean
  readonly isActive: boolean
  /**
   * The last message before a long absence, after which nothing was delivered; undefined for everybody else.
   */
  readonly idleSince: number | undefined
  readonly translatesEmoticons: boolean
}

/** The addresses of a server's own bots that stand for ours. */
const OWN_BOTS = [
  { names: /^notification-bot@/, ...SYSTEM_BOTS.notification },
  { names: /^welcome-bot@/, ...SYSTEM_BOTS.welcome },
] as const

/** Names of the other bots of a server, which become ordinary bots that have left. */
const OTHER_BOTS: readonly (readonly [address: RegExp, name: string])[] = [
  [/^emailgateway@/, 'Email Gateway'],
  [/^notification-bot@/, 'Notification Bot'],
  [/^welcome-bot@/, 'Welcome Bot'],
  [/^reminder-bot@/, 'Reminder Bot'],
]

/** The people and bots of a Zulip archive. */
export class ZulipPeople {
  readonly #context: ReadingContext
  readonly #texts: Texts
  readonly #times: Times
  readonly #rows = new Map<number, Row>()
  readonly #people = new Map<number, Person>()
  readonly #addresses: Addresses
  #byName: ReadonlyMap<string, readonly Person[]> = new Map()
  #spareId = 0

  constructor(context: ReadingContext, texts: Texts, times: Times) {
    this.#context = context
    this.#addresses = new Addresses(context.report)
    this.#texts = texts
    this.#times = times
  }

  /** Adds the accounts of the tables. `realmId` is the organization's id there. */
  addAll(tables: ZulipTables): void {
    this.#addSystemBots(tables.get('zerver_userprofile_crossrealm'))
    for (const row of tables.get('zerver_userprofile')) this.#addAccount(row, false)
    for (const row of tables.get('zerver_userprofile_mirrordummy')) this.#addAccount(row, true)
  }

  /** Adds a placeholder for each id that messages name and that the archive has no account for. */
  addUnknown(ids: Iterable<number>): void {
    for (const id of ids) {
      if (this.#people.has(id)) continue
      this.#context.report.changed('people that the archive does not describe become placeholders', `${id}`)
      this.#add({ id, name: `Unknown person ${id}`, email: null, isActive: false, joined: 0 })
    }
  }

  /** Completes the accounts. Throws `ArchiveError` when nobody can own the organization. */
  end(): void {
    this.#checkOwner()
    this.#byName = groupBy([...this.#people.values()], ({ name }) => name.toLowerCase())
  }

  get(id: number): Person | undefined {
    return this.#people.get(id)
  }

  has(id: number): boolean {
    return this.#people.has(id)
  }

  byName(name: string): readonly Person[] {
    return this.#byName.get(name.toLowerCase()) ?? []
  }

  get all(): Iterable<Person> {
    return this.#people.values()
  }

  /** The rows by ascending id, with the avatars that `avatarOf` gives. */
  *rows(): Generator<Row> {
    for (const id of [...this.#rows.keys()].sort((a, b) => a - b)) yield this.#rows.get(id)!
  }

  /** An id that no account has. */
  #newId(): number {
    if (this.#spareId === 0) this.#spareId = largest(this.#people.keys(), 1) + 1_000_000
    this.#spareId += 1
    return this.#spareId
  }

  #addSystemBots(rows: readonly Fields[]): void {
    for (const { names, email, name } of OWN_BOTS) {
      const known = rows.find((row) => names.test(textOf(row.email)) && idIn(row.id) !== 0)
      const id = known === undefined ? 0 : idIn(known.id)
      this.#add({ id: id === 0 ? this.#newId() : id, name, email, isActive: true, joined: 0, isSystem: true })
    }
    for (const row of rows) {
      const id = idIn(row.id)
      if (id === 0 || this.#people.has(id)) continue
      const address = textOf(row.email)
      const name = OTHER_BOTS.find(([pattern]) => pattern.test(address))?.[1] ?? address.split('@')[0]
      this.#add({
        id,
        name: this.#texts.personName(name, `Bot ${id}`),
        email: null,
        isActive: false,
        joined: 0,
        isBot: true,
      })
    }
  }

  #addAccount(row: Fields, isPlaceholder: boolean): void {
    const { report } = this.#context
    const id = idIn(row.id)
    if (id === 0 || this.#people.has(id)) {
      report.leftOut('accounts without an id of their own', textOf(row.full_name))
      return
    }
    const isBot = row.is_bot === true
    const botType = idIn(row.bot_type)
    const role = idIn(row.role)
    const isKnownRole = Object.values<number>(Role).includes(role)
    if (!isKnownRole && !isPlaceholder)
      report.changed('accounts with an unknown role become members', `${id}`)
    const isActive = row.is_active === true && !isPlaceholder
    this.#add({
      id,
      name: this.#texts.personName(row.full_name, `${isBot ? 'Bot' : 'Person'} ${id}`),
      email: textOf(fieldOf(row, 'delivery_email', 'email')),
      isHidden: row.email !== row.delivery_email && row.delivery_email != null,
      role: isKnownRole ? role : Role.member,
      isActive,
      joined: this.#times.seconds(row.date_joined),
      isBot,
      botType: Object.values<number>(BotType).includes(botType) ? botType : BotType.generic,
      owner: idIn(row.bot_owner),
      timezone: textOf(row.timezone),
      settings: isBot ? {} : userSettings(row, report),
      avatarVersion: Math.max(1, idIn(row.avatar_version)),
      channels: {
        sending: idIn(fieldOf(row, 'default_sending_stream', 'default_sending_channel')),
        events: idIn(fieldOf(row, 'default_events_register_stream', 'default_events_register_channel')),
        allPublic: row.default_all_public_streams === true,
      },
      idleSince: row.long_term_idle === true ? longIdIn(row.last_active_message_id) : undefined,
      translatesEmoticons: row.translate_emoticons === true,
    })
  }

  #add(account: ZulipAccount): void {
    const { id, name, isBot = false, isSystem = false } = account
    const email = this.#addresses.take(account.email)
    this.#people.set(id, {
      id,
      name,
      isBot: isBot || isSystem,
      isActive: account.isActive,
      idleSince: account.idleSince,
      translatesEmoticons: account.translatesEmoticons === true,
    })
    this.#rows.set(id, accountRow({ ...account, email }))
  }

  #checkOwner(): void {
    const isOwner = (row: Row) => row.role === Role.owner && row.is_active === true && row.is_bot === false
    const rows = [...this.#rows.values()]
    const { owner, report } = this.#context
    if (owner !== undefined) {
      const named = rows.find((row) => folded(String(row.delivery_email ?? '')) === folded(owner))
      if (named === undefined || named.is_bot === true || named.is_active === false) {
        throw new ArchiveError(`The archive has no active person with the address ${owner}.`)
      }
      this.#rows.set(Number(named.id), { ...named, role: Role.owner })
      if (named.role !== Role.owner) report.changed('the named person becomes an owner', owner)
    } else if (!rows.some(isOwner)) {
      throw new ArchiveError(
        'Nobody in the archive is an active owner: name one by the e-mail address, with --owner.',
      )
    }
    // Only people own bots, and bots only of people that are here.
    for (const [id, row] of this.#rows) {
      const owner = row.bot_owner_id === null ? undefined : this.#rows.get(Number(row.bot_owner_id))
      if (row.bot_owner_id !== null && owner?.is_bot !== false) {
        this.#rows.set(id, { ...row, bot_owner_id: null })
        report.changed('bots of an owner that is not in the archive have none', String(row.full_name))
      }
    }
  }
}

interface ZulipAccount extends Account {
  readonly idleSince?: number | undefined
  readonly translatesEmoticons?: boolean
}

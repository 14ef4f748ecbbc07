import { MAX_STATUS_TEXT_LENGTH } from '../../../../../config/limits.ts'
import { Role } from '../../../../state/users/record.ts'
import type { Row } from '../../../exports/archive/column.ts'
import { AccountList, type NamedAccount } from '../reading/account-list.ts'
import { type Fields, isFields } from '../reading/fields.ts'
import type { PersonValues } from '../reading/profile-values.ts'
import { emojiNamed } from '../reading/reaction-list.ts'
import type { ArchiveRecord, ReadingContext } from '../reading/reader.ts'
import { type Texts, textOf } from '../reading/texts.ts'
import { timeText } from '../reading/times.ts'
import type { SourceFile } from '../source/source.ts'

/** The people and bots of a Mattermost archive, which are named by their user names there. */
export class MattermostPeople {
  readonly #context: ReadingContext
  readonly #texts: Texts
  readonly #accounts: AccountList
  readonly #profiles: PersonValues[] = []
  readonly #pictures = new Map<number, SourceFile>()
  readonly #statuses: { readonly user: number; readonly given: Fields }[] = []

  constructor(context: ReadingContext, texts: Texts) {
    this.#context = context
    this.#texts = texts
    this.#accounts = new AccountList(context)
  }

  get notificationBot(): number {
    return this.#accounts.notificationBot
  }

  /**
   * Adds the object of a `user` line. `fileAt` finds a file of the archive. Returns undefined for a person
   * whose user name another one has.
   */
  add(user: Fields, fileAt: (path: string) => SourceFile | undefined): NamedAccount | undefined {
    const key = keyOf(textOf(user.username))
    const { report } = this.#context
    if (key === '' || this.#accounts.get(key) !== undefined) {
      report.leftOut('people without a user name of their own', textOf(user.email))
      return undefined
    }
    const full = `${textOf(user.first_name)} ${textOf(user.last_name)}`.trim()
    const names = [full, textOf(user.nickname), textOf(user.username)]
    const email = textOf(user.email)
    if (email === '') report.changed('people without an e-mail address get an internal one', key)
    const added = this.#accounts.add(key, {
      name: this.#texts.personName(
        names.find((name) => name.trim() !== ''),
        `Person ${key}`,
      ),
      email: email === '' ? null : email,
      role: roleOf(user),
      isActive: !(Number(user.delete_at) > 0),
      joined: 0,
      timezone: timezoneOf(user),
    })
    const picture = fileAt(textOf(user.profile_image))
    if (picture !== undefined) this.#pictures.set(added.id, picture)
    this.#profiles.push([added.id, textOf(user.position), textOf(user.username)])
    const status = statusIn(user)
    if (status !== undefined) this.#statuses.push({ user: added.id, given: status })
    return added
  }

  /** Adds the object of a `bot` line. Its token does not work here, so it is deactivated. See `add`. */
  addBot(bot: Fields, fileAt: (path: string) => SourceFile | undefined): void {
    const key = keyOf(textOf(bot.username))
    if (key === '' || this.#accounts.get(key) !== undefined) {
      this.#context.report.leftOut('bots without a user name of their own', textOf(bot.username))
      return
    }
    const name = textOf(bot.display_name) || textOf(bot.username)
    const added = this.#addBot(key, name)
    const picture = fileAt(textOf(bot.profile_image))
    if (picture !== undefined) this.#pictures.set(added.id, picture)
  }

  get(username: string): NamedAccount | undefined {
    return this.#accounts.get(keyOf(username))
  }

  /** The sender of a post. Integrations write under names of their own. */
  senderOf(post: Fields): NamedAccount {
    const props = isFields(post.props) ? post.props : {}
    const shown = String(props.from_webhook) === 'true' ? textOf(props.override_username) : ''
    const username = textOf(post.user)
    const key = shown === '' ? keyOf(username) : `webhook ${shown}`
    const known = this.#accounts.get(key)
    if (known !== undefined) return known
    this.#context.report.changed(
      'senders that the list of people lacks become deactivated accounts',
      shown || username,
    )
    return this.#addBot(key, shown || username || 'Somebody')
  }

  /** See `AccountList.rows`. */
  rows(began: number): readonly Row[] {
    return this.#accounts.rows(began)
  }

  /** The profile picture of an account. */
  pictureOf(id: number): SourceFile | undefined {
    return this.#pictures.get(id)
  }

  /** Yields what people say about themselves at present. `customIds`: custom emoji by name. */
  *statusRecords(customIds: ReadonlyMap<string, number>): Generator<ArchiveRecord> {
    for (const { user, given } of this.#statuses) {
      const text = this.#texts.line(given.text, MAX_STATUS_TEXT_LENGTH)
      const emoji = emojiNamed(textOf(given.emoji), customIds)
      if (text === '' && emoji === undefined) continue
      const end = Date.parse(textOf(given.expires_at)) / 1000
      yield {
        table: 'user_status',
        row: {
          ...{ user_id: user, away: false, status_text: text },
          ...(emoji ?? { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' }),
          // The year 1 means that it has no end.
          clear_at: end > 0 ? timeText(end) : null,
        },
      }
    }
  }

  /** Positions and user names by person. */
  get profiles(): readonly PersonValues[] {
    return this.#profiles
  }

  #addBot(key: string, name: string): NamedAccount {
    const shown = this.#texts.personName(name, 'Bot')
    return this.#accounts.add(key, { name: shown, email: null, isActive: false, joined: 0, isBot: true })
  }
}

/** User names do not differ in case alone. */
const keyOf = (username: string): string => (username === '' ? '' : `user ${username.toLowerCase()}`)

const hasRole = (of: unknown, role: string): boolean => textOf(of).split(/\s+/).includes(role)

/** An administrator of the system owns the organization; one of a team is an administrator. */
function roleOf(user: Fields): number {
  if (hasRole(user.roles, 'system_admin')) return Role.owner
  if (hasRole(user.roles, 'system_guest')) return Role.guest
  const teams = Array.isArray(user.teams) ? user.teams.filter(isFields) : []
  return teams.some(({ roles }) => hasRole(roles, 'team_admin')) ? Role.administrator : Role.member
}

/** The custom status of a person, which later versions write as JSON in the properties. */
function statusIn({ custom_status, props }: Fields): Fields | undefined {
  const given = custom_status ?? (isFields(props) ? props.customStatus : undefined)
  if (isFields(given)) return given
  try {
    const parsed: unknown = JSON.parse(textOf(given))
    return isFields(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

function timezoneOf({ timezone }: Fields): string {
  if (!isFields(timezone)) return textOf(timezone)
  const isAutomatic = String(timezone.useAutomaticTimezone) === 'true'
  return textOf(isAutomatic ? timezone.automaticTimezone : timezone.manualTimezone)
}

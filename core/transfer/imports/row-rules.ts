import {
  MAX_ALERT_WORD_LENGTH,
  MAX_CHANNEL_FOLDER_DESCRIPTION_LENGTH,
  MAX_DEFAULT_CHANNEL_GROUP_DESCRIPTION_LENGTH,
  MAX_DEFAULT_CHANNEL_GROUP_NAME_LENGTH,
  MAX_DIRECT_RECIPIENTS,
  MAX_FILE_NAME_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_REALM_DESCRIPTION_LENGTH,
  MAX_REALM_NAME_LENGTH,
  MAX_STATUS_TEXT_LENGTH,
} from '../../../config/limits.ts'
import { checkFolderName } from '../../channels/folders/folders.ts'
import { checkChannelDescription, checkChannelName } from '../../channels/joining/create.ts'
import { checkColor } from '../../channels/subscriptions/personalize.ts'
import { VisibilityPolicy } from '../../channels/user-topics/policy.ts'
import { checkTopic, isLongerThan } from '../../content/messages/check-text.ts'
import { checkSnippetContent, checkSnippetTitle } from '../../messaging/saved-snippets/snippet.ts'
import { checkEmojiName } from '../../organization/emoji/add.ts'
import { checkSettingItself } from '../../organization/settings/check-setting.ts'
import { checkService } from '../../people/accounts/create-bot.ts'
import { checkGroupDescription, checkGroupNameItself } from '../../people/groups/check.ts'
import { checkView } from '../../people/navigation-views/view.ts'
import { MAX_FIELD_HINT_LENGTH, MAX_FIELD_NAME_LENGTH } from '../../people/profile-fields/change.ts'
import { checkTextValue } from '../../people/profile-fields/check-value.ts'
import { checkFieldData } from '../../people/profile-fields/field-data.ts'
import { FIELD_TYPES, type FieldType, isFieldType } from '../../people/profile-fields/types.ts'
import { checkNameItself } from '../../people/users/name.ts'
import { isTimezone } from '../../people/users/timezone.ts'
import { cannotBeBlank, tooLong } from '../../platform/errors.ts'
import { hasInvisibleCharacters } from '../../platform/text/invisible-characters.ts'
import {
  CHANNEL_PERMISSIONS,
  GROUP_PERMISSIONS,
  type PermissionRule,
} from '../../state/groups/permission-settings.ts'
import { SYSTEM_GROUPS, type SystemGroup } from '../../state/groups/system.ts'
import { compileLinkifier } from '../../state/linkifiers/compile.ts'
import { checkPlayground } from '../../state/linkifiers/playground.ts'
import { checkDomain } from '../../state/realm/domain.ts'
import { isAddress } from '../../state/realm/email.ts'
import { REALM_SETTINGS, type RealmSettingName } from '../../state/settings/settings.ts'
import { BotType } from '../../state/users/bot-types.ts'
import { Role } from '../../state/users/record.ts'
import { SETTINGS, type SettingName } from '../../state/users/settings.ts'
import type { Row } from '../exports/archive/column.ts'

/** Longest name of a client. */
const MAX_CLIENT_LENGTH = 200
const MAX_EMOJI_NAME_LENGTH = 100
const REACTION_TYPES = ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji']
const TOPICS_POLICIES = ['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only']

/** A value that the interface would refuse. The message is one sentence without its full stop. */
class Refused extends Error {}

type Rule = (value: never, row: Row) => unknown

const allow =
  (isAllowed: (value: never) => boolean, what: string): Rule =>
  (value) => {
    if (!isAllowed(value)) throw new Refused(what)
  }
const oneOf = (values: readonly unknown[]): Rule =>
  allow((value: unknown) => values.includes(value), `must be one of ${values.join(', ')}`)
const orNull =
  (rule: Rule): Rule =>
  (value, row) =>
    value === null || rule(value, row)
const atMost =
  (limit: number): Rule =>
  (value: string) => {
    if (isLongerThan(value, limit)) throw new Refused(`is longer than ${limit} characters`)
  }
const line =
  (limit: number): Rule =>
  (value: string) => {
    if (value.trim() === '') throw cannotBeBlank('it')
    if (isLongerThan(value, limit)) throw tooLong('it', limit)
    if (hasInvisibleCharacters(value)) throw new Refused('contains invisible characters')
  }
const address = allow(isAddress, 'is no e-mail address')
const topic = orNull(checkTopic)
const content = atMost(MAX_MESSAGE_LENGTH)
const emojiName = allow(
  (name: string) => /^[\p{L}\p{N}_+ -]*$/u.test(name) && !isLongerThan(name, MAX_EMOJI_NAME_LENGTH),
  'is no name of an emoji',
)
const emoji = { emoji_name: emojiName, reaction_type: oneOf(REACTION_TYPES) }

/**
 * The settings of a user, by their names. Names that this version does not know are not stored by it either.
 */
function userSettings(settings: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(settings)) {
    if (isUserSetting(name) && !isAllowedSetting(name, value)) throw new Refused(`has an invalid ${name}`)
  }
}

export const isUserSetting = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name)

/** Whether a setting of a user may have the value. */
export function isAllowedSetting(name: SettingName, value: unknown): boolean {
  const {
    default: initial,
    values,
    min,
    max,
  }: (typeof SETTINGS)[SettingName] & {
    values?: readonly unknown[]
    min?: number
    max?: number
  } = SETTINGS[name]
  return (
    typeof value === typeof initial &&
    (values === undefined || values.includes(value)) &&
    (min === undefined || (value as number) >= min) &&
    (max === undefined || (value as number) <= max)
  )
}

/** The rules of the interface for the columns of each table, beyond their shapes. */
const RULES: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  realm: {
    name: line(MAX_REALM_NAME_LENGTH),
    description: atMost(MAX_REALM_DESCRIPTION_LENGTH),
    settings: (settings: Readonly<Record<string, unknown>>) => {
      for (const [name, value] of Object.entries(settings)) {
        if (Object.hasOwn(REALM_SETTINGS, name)) checkSettingItself(name as RealmSettingName, value)
      }
    },
    user_settings_defaults: userSettings,
  },
  user_account: {
    email: orNull(address),
    delivery_email: orNull(address),
    full_name: checkNameItself,
    role: oneOf(Object.values(Role)),
    bot_type: orNull(oneOf(Object.values(BotType))),
    timezone: allow((zone: string) => zone === '' || isTimezone(zone), 'is no time zone'),
    settings: userSettings,
  },
  user_group: {
    name: (name: string, row) => {
      if (row.is_system_group !== true) checkGroupNameItself(name)
      else if (!Object.hasOwn(SYSTEM_GROUPS, name)) throw new Refused('is no system group')
    },
    description: checkGroupDescription,
  },
  channel_folder: { name: checkFolderName, description: atMost(MAX_CHANNEL_FOLDER_DESCRIPTION_LENGTH) },
  channel: {
    name: checkChannelName,
    description: checkChannelDescription,
    topics_policy: oneOf(TOPICS_POLICIES),
    message_retention_days: orNull(allow((days: number) => days === -1 || days > 0, 'is no number of days')),
    is_web_public: (isWebPublic: boolean, row) => {
      if (isWebPublic && row.is_private === true) throw new Refused('contradicts is_private')
    },
  },
  default_channel_group: {
    name: line(MAX_DEFAULT_CHANNEL_GROUP_NAME_LENGTH),
    description: atMost(MAX_DEFAULT_CHANNEL_GROUP_DESCRIPTION_LENGTH),
  },
  subscription: { color: (color: string) => checkColor(color) },
  conversation: {
    topic,
    participant_ids: orNull(
      allow(
        (ids: readonly unknown[]) => ids.length <= MAX_DIRECT_RECIPIENTS + 1,
        `has more than ${MAX_DIRECT_RECIPIENTS + 1} people`,
      ),
    ),
  },
  message: { client: atMost(MAX_CLIENT_LENGTH), content },
  reaction: emoji,
  attachment: {
    name: atMost(MAX_FILE_NAME_LENGTH),
    content_type: allow((type: string) => /^[\x20-\x7e]{0,255}$/.test(type), 'is no content type'),
    size: allow((size: number) => size >= 0, 'is negative'),
  },
  draft: { type: oneOf(['stream', 'private', '']), topic: atMost(MAX_MESSAGE_LENGTH), content },
  saved_snippet: { title: checkSnippetTitle, content: checkSnippetContent },
  scheduled_message: { topic, client: atMost(MAX_CLIENT_LENGTH), content, failure: orNull(atMost(2_000)) },
  alert_word: { word: atMost(MAX_ALERT_WORD_LENGTH) },
  user_topic: { topic, visibility_policy: oneOf(Object.values(VisibilityPolicy)) },
  navigation_view: {
    fragment: (fragment: string, { name }) =>
      checkView({ fragment, is_pinned: false, name: name === null ? null : String(name) }),
  },
  user_status: { status_text: atMost(MAX_STATUS_TEXT_LENGTH), ...emoji },
  custom_profile_field: {
    type: allow(isFieldType, 'is no type of a field'),
    name: line(MAX_FIELD_NAME_LENGTH),
    hint: atMost(MAX_FIELD_HINT_LENGTH),
    field_data: (data: string, { type }) => {
      if (data !== '') checkFieldData(type as FieldType, parseObject(data))
    },
  },
  bot_service: { base_url: (url: string, { interface: form }) => checkService(url, Number(form)) },
  realm_domain: { domain: checkDomain },
  linkifier: {
    pattern: (pattern: string, { url_template }) =>
      compileLinkifier({ pattern, urlTemplate: String(url_template) }),
  },
  playground: {
    url_template: (url_template: string, { name, language }) =>
      checkPlayground({ name: String(name), pygments_language: String(language), url_template }),
  },
  realm_emoji: { name: checkEmojiName },
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch {}
  throw new Refused('is no JSON object')
}

/** The permissions in `group_settings` of a table, by their names. */
const PERMISSIONS: Readonly<Record<string, Readonly<Record<string, PermissionRule>>>> = {
  channel: CHANNEL_PERMISSIONS,
  user_group: GROUP_PERMISSIONS,
}

/**
 * Checks the values of rows as the interface checks them: names, lengths, addresses, patterns, settings,
 * roles and permissions. `check` is called with all rows in the order of the archive, and `end` after them.
 */
export class RowRules {
  readonly #systemGroups = new Map<number, SystemGroup>()
  readonly #fieldTypes = new Map<number, number>()
  /** Permissions to check when the system groups are known. */
  readonly #permissions: { readonly rule: PermissionRule; readonly group: number; readonly where: string }[] =
    []

  /** Returns the fault of a row, as one sentence without its full stop; undefined for a good one. */
  check(table: string, row: Row, where: string): string | undefined {
    this.#remember(table, row, where)
    for (const [column, rule] of Object.entries(RULES[table] ?? {})) {
      if (row[column] === undefined) continue // an archive may lack columns
      const fault = faultOf(() => rule(row[column] as never, row))
      if (fault !== undefined) return `${column}: ${fault}`
    }
    if (table !== 'custom_profile_field_value' || typeof row.value !== 'string') return undefined
    const type = this.#fieldTypes.get(Number(row.field_id))
    if (type === FIELD_TYPES.SELECT.id || type === undefined) return undefined
    const fault = faultOf(() =>
      checkTextValue({ type: type as FieldType, name: 'it', field_data: '' }, row.value as string),
    )
    return fault === undefined ? undefined : `value: ${fault}`
  }

  /** Returns the fault of a permission, with its place. */
  end(): string | undefined {
    for (const { rule, group, where } of this.#permissions) {
      const name = this.#systemGroups.get(group)
      if (!allowsGroup(rule, name)) {
        return `${where}, ${rule.name}: must not be ${name ?? 'a group of users'}`
      }
    }
    return undefined
  }

  #remember(table: string, row: Row, where: string): void {
    if (table === 'user_group' && row.is_system_group === true) {
      this.#systemGroups.set(Number(row.id), row.name as SystemGroup)
    }
    if (table === 'custom_profile_field') this.#fieldTypes.set(Number(row.id), Number(row.type))
    const settings = (table === 'realm' ? row.settings : row.group_settings) as Row | undefined
    for (const [name, value] of Object.entries(settings ?? {})) {
      const rule = table === 'realm' ? realmPermission(name) : PERMISSIONS[table]?.[name]
      if (rule === undefined || (typeof value === 'object' && !rule.require_system_group)) continue
      this.#permissions.push({ rule, group: typeof value === 'number' ? value : -1, where })
    }
  }
}

function realmPermission(name: string): PermissionRule | undefined {
  const shape = Object.hasOwn(REALM_SETTINGS, name)
    ? REALM_SETTINGS[name as RealmSettingName].shape
    : undefined
  return shape?.kind === 'group' ? shape.rule : undefined
}

/** Whether a permission may have a system group as its value, or without a name a group of users. */
export const allowsGroup = (rule: PermissionRule, name: SystemGroup | undefined): boolean =>
  name === undefined ? !rule.require_system_group : mayName(rule, name)

const mayName = (rule: PermissionRule, name: SystemGroup): boolean =>
  (rule.allow_internet_group || name !== 'role:internet') &&
  (rule.allow_nobody_group || name !== 'role:nobody') &&
  (rule.allow_everyone_group || name !== 'role:everyone') &&
  (rule.allowed_system_groups.length === 0 || rule.allowed_system_groups.includes(name))

function faultOf(check: () => unknown): string | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    return (error as Error).message.replace(/\s+/g, ' ').replace(/[.!]$/, '').slice(0, 200)
  }
}

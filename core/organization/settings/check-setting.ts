import { isLongerThan } from '../../content/messages/check-text.ts'
import { cannotBeBlank, notAn, tooLong } from '../../platform/errors.ts'
import { hasInvisibleCharacters } from '../../platform/text/invisible-characters.ts'
import { SPOKEN_LANGUAGES } from '../../platform/text/languages.ts'
import { findReadableChannel } from '../../state/access/find-channel.ts'
import { changedGroupSetting, type GroupSettingChange } from '../../state/access/permission-setting.ts'
import { invalidChannelId } from '../../state/channels/errors.ts'
import type { PermissionRule } from '../../state/groups/permission-settings.ts'
import type { GroupSetting } from '../../state/groups/setting.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { Setting, Shape } from '../../state/settings/setting.ts'
import { REALM_SETTINGS, type RealmSettingName, type RealmSettings } from '../../state/settings/settings.ts'
import { isAdministrator, type UserRecord } from '../../state/users/record.ts'
import {
  badSettingValue,
  invalidAuthenticationMethod,
  invalidCharactersIn,
  invalidLanguage,
  invalidSettingChoice,
  invalidSettingOption,
  tooLarge,
  tooSmall,
} from './errors.ts'

/** A new value from a client; only its JSON type is checked. */
export type GivenValue = unknown

/**
 * Returns the value as it will be stored. Throws when it is invalid for the setting. Users, groups and
 * channels in it are looked up in `view`, which is locked, as `user` can see them.
 */
export function checkSetting<N extends RealmSettingName>(
  view: RealmView,
  user: UserRecord,
  name: N,
  given: GivenValue,
): RealmSettings[N] {
  const setting: Setting = REALM_SETTINGS[name]
  return checked(view, user, name, setting.shape, given) as RealmSettings[N]
}

/**
 * Throws when a stored value is invalid for the setting. It does not look at users, groups, channels and
 * methods that the value names.
 */
export function checkSettingItself(name: RealmSettingName, stored: unknown): void {
  const { shape }: Setting = REALM_SETTINGS[name]
  if (shape.kind === 'server-url' && stored === null) return
  if (shape.kind === 'limit' && stored === shape.unlimited) return
  checkedItself(name, shape, stored)
}

function checked(view: RealmView, user: UserRecord, name: string, shape: Shape, given: unknown): unknown {
  switch (shape.kind) {
    case 'group':
      return checkGroup(view, shape.rule, given as GroupSettingChange)
    case 'channel':
      return (given as number) < 0 ? -1 : checkChannel(view, user, given as number)
    case 'methods':
      return checkMethods(view, given as Record<string, boolean>)
    default:
      return checkedItself(name, shape, given)
  }
}

function checkedItself(name: string, shape: Shape, given: unknown): unknown {
  switch (shape.kind) {
    case 'integer':
      if ((given as number) < shape.min) throw tooSmall(name)
      if ((given as number) > shape.max) throw tooLarge(name)
      return given
    case 'code':
      if (!shape.codes.includes(given as number)) throw invalidSettingChoice(name, shape.codes)
      return given
    case 'choice':
      if (!shape.values.includes(given as string)) throw invalidSettingChoice(name, shape.values)
      return given
    case 'option':
      if (!Object.values(shape.options).some(({ id }) => id === given)) {
        const ids = Object.values(shape.options).map(({ id }) => id)
        throw invalidSettingOption(name, given, ids)
      }
      return given
    case 'text':
      return checkText(name, shape, given as string)
    case 'limit':
      return checkLimit(name, shape, given as number | string)
    case 'server-url':
      return checkServerUrl(name, shape, given as string)
    case 'language':
      if (!Object.hasOwn(SPOKEN_LANGUAGES, given as string)) throw invalidLanguage(given as string)
      return given
    default:
      return given
  }
}

function checkGroup(view: RealmView, rule: PermissionRule, change: GroupSettingChange): GroupSetting {
  const current = view.record.settings[rule.name as 'can_create_groups']
  return changedGroupSetting(view, rule, current, change) ?? current
}

function checkText(
  name: string,
  { max, isRequired, isLine }: Shape & { kind: 'text' },
  given: string,
): string {
  const value = given.trim()
  if (isRequired && value === '') throw cannotBeBlank(name)
  if (isLongerThan(value, max)) throw tooLong(name, max)
  if (isLine && hasInvisibleCharacters(value)) throw invalidCharactersIn(name)
  return value
}

function checkLimit(
  name: string,
  { unlimited }: Shape & { kind: 'limit' },
  given: number | string,
): number | null {
  if (given === 'unlimited' || (given === -1 && unlimited === -1)) return unlimited
  if (typeof given === 'string' || given < 1 || given > 2_147_483_647) {
    throw badSettingValue(name, given)
  }
  return given
}

function checkServerUrl(name: string, { max }: Shape & { kind: 'server-url' }, given: string): string | null {
  if (given === 'default') return null
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || isLongerThan(given, max)) {
    throw notAn(name, 'allowed_type')
  }
  return given
}

function checkChannel(view: RealmView, user: UserRecord, id: number): number {
  const channel = view.channels.get(id)
  if (channel === undefined || channel.isArchived) throw invalidChannelId()
  return isAdministrator(user) && !channel.isPrivate ? id : findReadableChannel(view, user, id).id
}

function checkMethods(view: RealmView, given: Record<string, boolean>): Record<string, boolean> {
  const known = Object.keys(view.record.settings.authentication_methods)
  for (const method of Object.keys(given)) {
    if (!known.includes(method)) {
      const valid = known.map((value) => `'${value}'`).join(', ')
      throw invalidAuthenticationMethod(method, valid)
    }
  }
  return Object.fromEntries(known.map((method) => [method, given[method] ?? false]))
}

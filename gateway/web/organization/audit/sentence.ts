import { type Device, deviceName } from '../../../../core/people/credentials/device-name.ts'
import type { Setting } from '../../../../core/state/settings/setting.ts'
import { REALM_SETTINGS } from '../../../../core/state/settings/settings.ts'
import type { Answer } from '../../client/index.ts'
import type { SettingText } from '../../model/setting-text.ts'
import { channelName, nameOf } from '../../store/derived/names.ts'
import type { GroupSetting } from '../../store/slices/message-rules.ts'
import type { Store } from '../../store/state/store.ts'
import { language } from '../../texts/language.ts'
import { locale, t } from '../../texts/texts.ts'
import { groupName, partsOf } from '../shared/group-values.ts'
import { realmSettingTexts, userSettingTexts } from '../shared/setting-texts.ts'
import { texts } from '../shared/texts.ts'
import { auditTexts } from './texts.ts'

export type Entry = Answer<'GET /audit_log'>['entries'][number]

/** The person who has made a change. */
export const actorOf = (store: Store, { acting_user_id }: Entry): string =>
  acting_user_id === null ? auditTexts.server : nameOf(store, acting_user_id)

/** Properties that say whether an object is in use, with the value that ends it. */
const ENDS: Readonly<Record<string, string>> = {
  is_active: 'false',
  deactivated: 'true',
  is_deactivated: 'true',
}

/** The value of a log-in. Entries of former versions have the English name of the device alone. */
type LogIn = Partial<Device> &
  Readonly<Record<'device' | 'address' | 'method' | 'reason', string | undefined>>

/** An entry as a sentence in the reader's language. */
export function sentenceOf(store: Store, entry: Entry): string {
  const { kind, action, object_name: name, property, old_value, new_value } = entry
  const who = actorOf(store, entry)
  const what = { kind, name }
  if (kind === 'log_in') {
    const value = (parsed(new_value) ?? {}) as LogIn
    const { address = '', method, reason } = value
    const device = value.program === undefined ? (value.device ?? '') : deviceName(language, value as Device)
    const how = method && (auditTexts.methods[method] ?? method)
    if (action !== 'refused') return auditTexts.loggedIn(who, auditTexts.loggedInFrom(device, address, how))
    const from = auditTexts.loggedInFrom(device, address, undefined)
    if (reason === 'LOG_OUT_REFUSED') return auditTexts.refusedLogOut(how ?? '', from)
    const isWrongPassword = method === undefined || method === 'password'
    if (isWrongPassword && name !== '' && (reason ?? 'AUTHENTICATION_FAILED') === 'AUTHENTICATION_FAILED')
      return auditTexts.refusedLogIn(name, from)
    const why = reason && (auditTexts.refusals[reason] ?? reason)
    return auditTexts.refusedOtherwise(name || undefined, how ?? '', from, why)
  }
  if (property === 'sessions') return auditTexts.endedSessions(who, name)
  if (property === 'sessions_ended_at') return auditTexts.endedAllSessions(who)
  if (kind === 'person_data' && action !== 'changed') {
    return auditTexts[action === 'created' ? 'exported' : 'erased'](who, name)
  }
  if (action === 'created' || action === 'removed') return auditTexts[action](who, what)
  if (property === null) return auditTexts.changed(who, what, auditTexts.kinds[kind], undefined)
  if (property === 'order') return auditTexts.moved(who, auditTexts.kinds[kind])
  if (property in ENDS) return auditTexts[new_value === ENDS[property] ? 'ended' : 'returned'](who, what)
  const show = (json: string | null) => shownValue(store, entry, property, json)
  if (property === 'merged_into') {
    return auditTexts.merged(who, name, nameOf(store, parsed(new_value) as number))
  }
  if (property === 'trial')
    return auditTexts.tried(
      who,
      name,
      new_value === null || new_value === 'null' ? undefined : show(new_value),
    )
  if (property === 'subscribers_added') return auditTexts.subscribed(who, show(new_value), name)
  if (property === 'subscribers_removed') return auditTexts.unsubscribed(who, show(old_value), name)
  if (/^(?:members|subgroups)_added$/.test(property)) return auditTexts.added(who, show(new_value), what)
  if (/^(?:members|subgroups)_removed$/.test(property)) return auditTexts.taken(who, show(old_value), what)
  const hasValues = old_value !== null || new_value !== null
  const values = hasValues ? { before: show(old_value), after: show(new_value) } : undefined
  return auditTexts.changed(who, what, propertyName(entry.kind, property), values)
}

const settingOf = (kind: Entry['kind'], property: string): SettingText | undefined => {
  const known = kind === 'organization' ? realmSettingTexts : kind === 'user_default' ? userSettingTexts : {}
  return (known as Readonly<Record<string, SettingText>>)[property]
}

const propertyName = (kind: Entry['kind'], property: string): string =>
  settingOf(kind, property)?.name ?? auditTexts.properties[property] ?? property.replaceAll('_', ' ')

/** What a list of names has between them, in any language. */
const SEPARATOR = /[,،、，;]/

/** Names one after the other; in quotes where a name has a comma and would read as two. */
const listOf = (names: readonly string[]): string =>
  t.and(names.some((name) => SEPARATOR.test(name)) ? names.map(auditTexts.text) : names)

/** A value for people. A text that was cut is shown as it is. */
function shownValue(store: Store, { kind }: Entry, property: string, json: string | null): string {
  const value = parsed(json)
  if (value === undefined) return json!
  const limit = shownLimit(kind, property, value)
  if (limit !== undefined) return limit
  if (value === null || value === '') return auditTexts.empty
  if (typeof value === 'boolean') return value ? auditTexts.on : auditTexts.off
  const option = settingOf(kind, property)?.options?.[String(value)]
  if (option !== undefined) return option
  if (property.endsWith('_group') && isSetting(value)) return nameOfSetting(store, value)
  if (Array.isArray(value)) return listOf(value.map((id) => memberName(store, property, id)))
  if (typeof value === 'object') return namesThatAreOn(kind, property, value) ?? JSON.stringify(value)
  if (typeof value === 'string') return auditTexts.text(value)
  if (property === 'role') return auditTexts.roles[value] ?? String(value)
  if (property === 'bot_owner_id') return nameOf(store, value)
  if (property.endsWith('_stream_id') || property.endsWith('_channel_id')) {
    return value === -1 ? texts.noChannel : (channelName(store, value) ?? texts.unknownChannel)
  }
  return String(value)
}

const LIMITS: Readonly<Record<string, Setting>> = REALM_SETTINGS

/** A time with its unit, or that there is no limit; undefined for what is no time. */
function shownLimit(kind: Entry['kind'], property: string, value: unknown): string | undefined {
  const shape = kind === 'organization' ? LIMITS[property]?.shape : undefined
  if (value === -1 && /_days$/.test(property)) return texts.noLimit
  if (value === null && shape?.kind === 'limit') return texts.noLimit
  const unit = /_(second|minute|hour|day)s$/.exec(property)?.[1]
  if (unit === undefined || typeof value !== 'number') return undefined
  if (unit !== 'second') return durationOf(value, unit)
  const [name, size] = UNITS.find(([, size]) => value >= size && value % size === 0) ?? ['second', 1]
  return durationOf(value / size, name)
}

/** Units of time by their seconds, the longest first. */
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const durationOf = (value: number, unit: string): string =>
  value.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'long' })

/**
 * The names of what a value such as `{"Email":true,"LDAP":false}` switches on; undefined for other objects.
 */
function namesThatAreOn(kind: Entry['kind'], property: string, value: object): string | undefined {
  const entries = Object.entries(value)
  if (!entries.every(([, isOn]) => typeof isOn === 'boolean')) return undefined
  const names = settingOf(kind, property)?.options
  const on = entries.filter(([, isOn]) => isOn).map(([name]) => names?.[name] ?? name)
  return on.length === 0 ? auditTexts.empty : listOf(on)
}

/** The value of a JSON text; undefined when it was cut. */
function parsed(json: string | null): null | string | number | boolean | object | undefined {
  try {
    return json === null ? null : JSON.parse(json)
  } catch {
    return undefined
  }
}

const isSetting = (value: unknown): value is GroupSetting =>
  typeof value === 'number' || (typeof value === 'object' && value !== null && 'direct_members' in value)

function nameOfSetting(store: Store, setting: GroupSetting): string {
  const { people, groups } = partsOf(setting)
  const names = [...groups.map((id) => nameOfGroup(store, id)), ...people.map((id) => nameOf(store, id))]
  return names.length === 0 ? texts.roles['role:nobody'] : listOf(names)
}

function nameOfGroup(store: Store, id: number): string {
  const group = store.groups.value.get(id)
  return group === undefined ? texts.unknownGroup : groupName(group)
}

function memberName(store: Store, property: string, id: unknown): string {
  if (typeof id !== 'number') return String(id)
  if (/^(?:members|subscribers)_/.test(property)) return nameOf(store, id)
  if (property.startsWith('subgroups_')) return nameOfGroup(store, id)
  return property === 'channels' ? (channelName(store, id) ?? texts.unknownChannel) : String(id)
}

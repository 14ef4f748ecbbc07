import { z } from 'zod'
import type { GroupSetting } from '../../../state/groups/setting.ts'
import { isPicturePath } from '../../../state/pictures/path.ts'
import type { Shape } from '../../../state/settings/setting.ts'
import { REALM_SETTINGS, type RealmSettingName } from '../../../state/settings/settings.ts'
import { type Column, idOf, json, type Mapping, textWith } from './column.ts'

/** Columns with JSON values that contain ids. */

const ids = z.array(z.int().min(1)).max(100_000)
const groupSetting = z.union([z.int().min(1), z.strictObject({ direct_members: ids, direct_subgroups: ids })])
const object = z.record(z.string(), z.json())

function mapGroupSetting(value: GroupSetting, mapping: Mapping): unknown {
  if (typeof value === 'number') return idOf('group', value, mapping)
  return {
    direct_members: value.direct_members.map((id) => idOf('user', id, mapping)),
    direct_subgroups: value.direct_subgroups.map((id) => idOf('group', id, mapping)),
  }
}

/** Group settings, keyed by name. */
export const groupSettings: Column = json(z.record(z.string(), groupSetting), (value, mapping) =>
  mapValues(value as Record<string, GroupSetting>, (setting) => mapGroupSetting(setting, mapping)),
)

/** Shapes of an organization's settings by kind. Unknown settings of older versions have any shape. */
const SHAPES: Record<Shape['kind'], z.ZodType> = {
  boolean: z.boolean(),
  integer: z.int(),
  code: z.int(),
  option: z.int(),
  text: z.string(),
  choice: z.string(),
  limit: z.int().nullable(),
  'server-url': z.string().nullable(),
  language: z.string(),
  channel: z.int(),
  methods: z.record(z.string(), z.boolean()),
  group: groupSetting,
}

/** Whether a value has the JSON type of a setting of organizations. */
export const isOfSetting = (name: RealmSettingName, value: unknown): boolean =>
  SHAPES[REALM_SETTINGS[name].shape.kind].safeParse(value).success

const realmSettingsShape = z.looseObject(
  Object.fromEntries(
    Object.entries(REALM_SETTINGS).map(([name, { shape }]) => [name, SHAPES[shape.kind].optional()]),
  ),
)

/** Settings of an organization, keyed by the names in `core/state/settings/settings.ts`. */
export const realmSettings: Column = json(realmSettingsShape, (settings, mapping) =>
  mapValues(settings as Record<string, unknown>, (value, name) => {
    const setting = REALM_SETTINGS[name as RealmSettingName]
    if (setting?.shape.kind === 'group') return mapGroupSetting(value as GroupSetting, mapping)
    if (setting?.shape.kind === 'text' && setting.shape.isMarkdown) return mapping.markdown(String(value))
    // -1 means no channel, also for a channel that was not exported.
    if (setting?.shape.kind === 'channel' && value !== -1) return mapping.id('channel', Number(value)) ?? -1
    return value
  }),
)

export const settings: Column = json(object)

const picture = z.strictObject({ path: z.string().refine(isPicturePath).nullable(), version: z.int() })

/** Icon and logos of an organization. */
export const images: Column = json(
  z.partialRecord(z.enum(['icon', 'logo', 'night_logo']), picture),
  (value, mapping) =>
    mapValues(value as Record<string, z.infer<typeof picture>>, (image) => ({
      ...image,
      path: image.path === null ? null : mapping.path(image.path),
    })),
)

const edit = z.looseObject({
  user_id: z.int().nullable(),
  timestamp: z.int(),
  at: z.int(),
  prev_content: z.string().optional(),
  prev_rendered_content: z.string().optional(),
  prev_stream: z.int().optional(),
  stream: z.int().optional(),
  up_to: z.int().optional(),
})

/** Edit history of a message or a conversation. A channel that was not exported becomes 0. */
export const edits: Column = json(z.array(edit).nullable(), (value, mapping) =>
  value === null ? null : (value as z.infer<typeof edit>[]).map((entry) => mapEdit(entry, mapping)),
)

function mapEdit(entry: z.infer<typeof edit>, mapping: Mapping): unknown {
  const channel = (id: number) => mapping.id('channel', id) ?? 0
  return {
    ...entry,
    ...(entry.user_id !== null && { user_id: idOf('user', entry.user_id, mapping) }),
    ...(entry.prev_content !== undefined && { prev_content: mapping.markdown(entry.prev_content) }),
    ...(entry.prev_rendered_content !== undefined && {
      prev_rendered_content: mapping.html(entry.prev_rendered_content, entry.prev_content ?? ''),
    }),
    ...(entry.prev_stream !== undefined && { prev_stream: channel(entry.prev_stream) }),
    ...(entry.stream !== undefined && { stream: channel(entry.stream) }),
    ...(entry.up_to !== undefined && { up_to: mapping.upTo(entry.up_to) }),
  }
}

/** A widget's submessage. The keys of votes and strikes contain the user who added the option or task. */
export const submessage: Column = textWith((text, mapping) => {
  const content = parseObject(text)
  const key = /^(\d+),(\d+)$/.exec(String(content?.key ?? ''))
  if (content === undefined || key === null) return text
  const user = (id: string) => mapping.id('user', Number(id)) ?? id
  if (content.type === 'vote') return JSON.stringify({ ...content, key: `${user(key[1]!)},${key[2]}` })
  if (content.type === 'strike') return JSON.stringify({ ...content, key: `${key[1]},${user(key[2]!)}` })
  return text
})

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

const mapValues = <T>(values: Record<string, T>, map: (value: T, name: string) => unknown) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]))

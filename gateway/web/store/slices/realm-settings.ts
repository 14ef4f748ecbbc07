import { slice } from './slice.ts'

/**
 * The settings and pictures of the organization by the names of the wire without `realm_`. The declarations
 * of the settings say which values each has.
 */
export type RealmSettings = Readonly<Record<string, unknown>>

const PREFIX = 'realm_'

/** Fields of a registration that begin with the same prefix and hold no setting; they have other events. */
const OTHERS: ReadonlySet<string> = new Set(['realm_emoji', 'realm_user_settings_defaults'])

const isSetting = ([field, value]: [string, unknown]): boolean =>
  field.startsWith(PREFIX) && !Array.isArray(value) && !OTHERS.has(field)

export const realmSettings = slice<RealmSettings>({
  from: (registration) =>
    Object.fromEntries(
      Object.entries(registration)
        .filter(isSetting)
        .map(([field, value]) => [field.slice(PREFIX.length), value]),
    ),
  apply: (state, event) => {
    if (event.type !== 'realm') return state
    if (event.op === 'update') return { ...state, [event.property]: event.value }
    return event.op === 'update_dict' ? { ...state, ...event.data } : state
  },
})

import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { server } from '../store/requests/server.ts'
import type { Group } from '../store/slices/groups.ts'
import type { GroupSetting } from '../store/slices/message-rules.ts'
import type { Store } from '../store/state/store.ts'
import { useStore } from '../store/use-store.ts'
import { GROUP_SETTINGS, type GroupSettingName } from './permissions.ts'

export interface Uses {
  /** Settings of the organization. */
  readonly realm: readonly string[]
  readonly channels: readonly {
    readonly id: number
    readonly name: string
    readonly settings: readonly string[]
  }[]
  /** The settings of other groups. */
  readonly groups: readonly { readonly other: Group; readonly settings: readonly GroupSettingName[] }[]
  /** The groups that contain the group. */
  readonly within: readonly Group[]
}

interface ChannelUse {
  readonly id: number
  readonly name: string
  readonly settings: readonly string[]
}

/** The settings of the organization whose values are groups. */
const IS_PERMISSION = /^(?:can_\w+|\w+_group)$/

const isNamed = (setting: unknown, id: number): boolean =>
  setting === id ||
  (typeof setting === 'object' &&
    setting !== null &&
    ((setting as Exclude<GroupSetting, number>).direct_subgroups?.includes(id) ?? false))

/** Where a group is used, as far as the reader sees it. Channels are fetched when one of them changes. */
export function useUses(id: number): Uses {
  const store = useStore()
  const channels = useSignal<readonly ChannelUse[]>([])
  useEffect(() => {
    let isShown = true
    const load = async () => {
      const answer = await server
        .call('GET /streams', { include_all: true, include_public: true })
        .catch(() => undefined)
      if (!isShown || answer === undefined) return
      channels.value = answer.streams.flatMap(({ stream_id, name, ...properties }) => {
        const settings = Object.entries(properties)
          .filter(([property, value]) => property.startsWith('can_') && isNamed(value, id))
          .map(([property]) => property)
        return settings.length === 0 ? [] : [{ id: stream_id, name, settings }]
      })
    }
    void load()
    const listen = (event: { readonly type: string; readonly property?: unknown }) => {
      if (
        event.type === 'stream' &&
        (event.property === undefined || String(event.property).startsWith('can_'))
      )
        void load()
    }
    store.listeners.add(listen as never)
    return () => {
      isShown = false
      store.listeners.delete(listen as never)
    }
  }, [store, id, channels])
  const all = [...store.groups.value.values()]
  return {
    realm: realmUses(store, id),
    channels: channels.value,
    groups: all.flatMap((other) => {
      const settings = GROUP_SETTINGS.filter((name) => isNamed(other[name], id))
      return other.id === id || settings.length === 0 ? [] : [{ other, settings }]
    }),
    within: all.filter(({ direct_subgroup_ids }) => direct_subgroup_ids.includes(id)),
  }
}

const realmUses = (store: Store, id: number): string[] =>
  Object.entries(store.realmSettings.value)
    .filter(([name, setting]) => IS_PERMISSION.test(name) && isNamed(setting, id))
    .map(([name]) => name)

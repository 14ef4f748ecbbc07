import X from 'lucide/dist/esm/icons/x.mjs'
import { useRef } from 'preact/hooks'
import { SavedMark } from '../forms/row.tsx'
import { texts } from '../forms/settings-texts.ts'
import { channelHash } from '../model/route.ts'
import type { Subscription } from '../model/wire.ts'
import { ChannelMark } from '../parts/channel-mark.tsx'
import { useListFocus } from '../parts/floating/use-list-focus.ts'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../saving/problem.tsx'
import { problemOf, useSaving } from '../saving/use-saving.ts'
import { server } from '../store/requests/server.ts'
import type { Store } from '../store/state/store.ts'
import { useStore } from '../store/use-store.ts'
import { TableHead, WAYS } from './notification-table.tsx'

/** The settings of a channel, in the order of the columns, and the general setting that null stands for. */
const PROPERTIES = [
  ['desktop_notifications', 'enable_stream_desktop_notifications'],
  ['audible_notifications', 'enable_stream_audible_notifications'],
  ['push_notifications', 'enable_stream_push_notifications'],
  ['email_notifications', 'enable_stream_email_notifications'],
] as const

type Property = (typeof PROPERTIES)[number][0]

const isApart = (channel: Subscription): boolean =>
  PROPERTIES.some(([property]) => typeof channel[property] === 'boolean')

const setAll = (id: number, values: readonly (readonly [Property, boolean | null])[]) =>
  server.call(
    'POST /users/me/subscriptions/properties',
    { subscription_data: values.map(([property, value]) => ({ stream_id: id, property, value })) },
    { isRepeatable: true },
  )

const generally = (store: Store, property: Property): boolean =>
  store.settings.value[PROPERTIES.find(([name]) => name === property)![1]]

/** The channels with notification settings of their own. */
export function OwnChannels() {
  const store = useStore()
  const { saving, save } = useSaving()
  const channels = [...store.channels.value.values()].sort((a, b) => a.name.localeCompare(b.name))
  const apart = channels.filter(isApart)
  const chooser = useRef<HTMLSelectElement>(null)
  const list = useListFocus<HTMLTableSectionElement>('th button', () => chooser.current)
  const add = (id: number) =>
    save(() =>
      setAll(
        id,
        PROPERTIES.map(([property]) => [property, generally(store, property)] as const),
      ),
    )
  return (
    <section>
      <h2>{texts.channelsApart}</h2>
      <p class="text">{texts.channelsApartHint}</p>
      {apart.length > 0 && (
        <table class="notification-table">
          <TableHead />
          <tbody {...list}>
            {apart.map((channel) => (
              <ChannelLine key={channel.stream_id} channel={channel} />
            ))}
          </tbody>
        </table>
      )}
      <div class="add-channel">
        <select
          ref={chooser}
          aria-label={texts.addChannel}
          value=""
          onChange={({ currentTarget }) => {
            if (currentTarget.value !== '') void add(Number(currentTarget.value))
            currentTarget.value = ''
          }}
        >
          <option value="">{texts.addChannel}…</option>
          {channels
            .filter((channel) => !isApart(channel))
            .map(({ stream_id, name }) => (
              <option key={stream_id} value={stream_id}>
                {name}
              </option>
            ))}
        </select>
        <SavedMark saving={saving} />
      </div>
      <Problem saving={saving} />
    </section>
  )
}

function ChannelLine({ channel }: { channel: Subscription }) {
  const store = useStore()
  const { saving, save } = useSaving()
  const { stream_id: id, name } = channel
  return (
    <tr>
      <th scope="row">
        <span class="channel">
          <ChannelMark channel={channel} />
          <a class="name ellipsis" dir="auto" href={channelHash(id, name, 'personal')}>
            {name}
          </a>
          <button
            type="button"
            class="icon-button"
            aria-label={texts.sameAsOthers(name)}
            title={texts.sameAsOthers(name)}
            onClick={() =>
              void save(() =>
                setAll(
                  id,
                  PROPERTIES.map(([property]) => [property, null] as const),
                ),
              )
            }
          >
            <Icon node={X} size={14} />
          </button>
          <SavedMark saving={saving} />
        </span>
        {saving.name === 'failed' && (
          <p class="problem" role="alert">
            {problemOf(saving)}
          </p>
        )}
      </th>
      {PROPERTIES.map(([property], column) => (
        <td key={property}>
          <label>
            <input
              type="checkbox"
              aria-label={texts.inTable(name, texts[WAYS[column]!])}
              checked={channel[property] ?? generally(store, property)}
              onChange={({ currentTarget: { checked } }) =>
                void save(() => setAll(id, [[property, checked]]))
              }
            />
          </label>
        </td>
      ))}
    </tr>
  )
}

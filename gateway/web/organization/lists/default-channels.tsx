import Hash from 'lucide/dist/esm/icons/hash.mjs'
import X from 'lucide/dist/esm/icons/x.mjs'
import { useId } from 'preact/hooks'
import { SavedMark } from '../../forms/row.tsx'
import { channelHash } from '../../model/route.ts'
import { Blank } from '../../parts/blank.tsx'
import { ChannelMark } from '../../parts/channel-mark.tsx'
import { useListFocus } from '../../parts/floating/use-list-focus.ts'
import { Icon } from '../../parts/icon.tsx'
import { Problem } from '../../saving/problem.tsx'
import { useSaving } from '../../saving/use-saving.ts'
import { isAdministrator } from '../../store/derived/roles.ts'
import { server } from '../../store/requests/server.ts'
import type { KnownChannel } from '../../store/slices/all-channels.ts'
import { useStore } from '../../store/use-store.ts'
import { offerUndo } from '../../store/verbs/undo.ts'
import { collator } from '../../texts/collator.ts'
import { ChannelPicker } from '../shared/channel-picker.tsx'
import { texts } from '../shared/texts.ts'
import { WhoMay } from '../shared/who-may.tsx'

/** The channels to which new people are subscribed. */
export function DefaultChannels() {
  const store = useStore()
  const isFixed = !isAdministrator(store)
  const ids = [...store.defaultChannels.value]
  const list = useListFocus<HTMLUListElement>('button')
  const channels = ids
    .flatMap((id) => store.allChannels.value.get(id) ?? [])
    .sort((a, b) => collator.compare(a.name, b.name))
  return (
    <section>
      <WhoMay />
      <h2>{texts.titles['default-channels']}</h2>
      <p class="text">{texts.defaultChannelsHint}</p>
      {channels.length === 0 && <Blank icon={Hash} title={texts.noDefaultChannels} />}
      <ul class="chosen-list" aria-label={texts.titles['default-channels']} {...list}>
        {channels.map((channel) => (
          <Line key={channel.stream_id} channel={channel} isFixed={isFixed} />
        ))}
      </ul>
      {!isFixed && <AddChannel ids={ids} />}
    </section>
  )
}

function Line({ channel, isFixed }: { channel: KnownChannel; isFixed: boolean }) {
  const store = useStore()
  const { saving, save } = useSaving()
  const { stream_id, name } = channel
  const remove = async () => {
    const isDone = await save(() =>
      server.call('DELETE /default_streams', { stream_id }, { isRepeatable: true }),
    )
    if (isDone) offerUndo(store, name, () => server.call('POST /default_streams', { stream_id }))
  }
  return (
    <li>
      <ChannelMark channel={channel} />
      <a class="name about ellipsis" dir="auto" href={channelHash(stream_id, name)}>
        {name}
      </a>
      {!isFixed && (
        <button
          type="button"
          class="icon-button"
          aria-label={texts.removeDefault(name)}
          title={texts.remove}
          onClick={() => void remove()}
        >
          <Icon node={X} />
        </button>
      )}
      <Problem saving={saving} />
    </li>
  )
}

function AddChannel({ ids }: { ids: readonly number[] }) {
  const store = useStore()
  const { saving, save } = useSaving()
  const id = useId()
  const channels = [...store.allChannels.value.values()].filter(
    ({ stream_id, is_archived, invite_only }) => !is_archived && !invite_only && !ids.includes(stream_id),
  )
  return (
    <div class="add">
      <label for={id}>
        {texts.addDefaultChannel}
        <SavedMark saving={saving} />
      </label>
      <ChannelPicker
        id={id}
        describedBy={`${id}-problem`}
        isInvalid={saving.name === 'failed'}
        channels={channels}
        onChoose={({ stream_id }) =>
          void save(() => server.call('POST /default_streams', { stream_id }, { isRepeatable: true }))
        }
      />
      <Problem id={`${id}-problem`} saving={saving} />
    </div>
  )
}

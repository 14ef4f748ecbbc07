import X from 'lucide/dist/esm/icons/x.mjs'
import { Row } from '../../forms/row.tsx'
import { best } from '../../model/rank.ts'
import { ChannelMark } from '../../parts/channel-mark.tsx'
import type { Option } from '../../parts/floating/option-list.tsx'
import { OptionPicker } from '../../parts/floating/option-picker.tsx'
import { useListFocus } from '../../parts/floating/use-list-focus.ts'
import { Icon } from '../../parts/icon.tsx'
import type { KnownChannel } from '../../store/slices/all-channels.ts'
import { useStore } from '../../store/use-store.ts'
import { collator } from '../../texts/collator.ts'
import type { SettingRowProps } from './setting-row.tsx'
import { texts } from './texts.ts'
import { useRealmSetting } from './use-realm-setting.ts'

/** The value for no channel. */
const NONE = -1
const MOST = 8

/** Settings whose channel is a private one. */
const PRIVATE_ONLY: ReadonlySet<string> = new Set(['moderation_request_channel_id'])

/** A channel as a suggestion. */
export interface ChannelOption extends Option {
  readonly channel: KnownChannel
}

/** The channels whose names fit a text. */
export function channelOptions(channels: readonly KnownChannel[], query: string): ChannelOption[] {
  const sorted = query === '' ? [...channels].sort((a, b) => collator.compare(a.name, b.name)) : channels
  return best(sorted, query, ({ name }) => name, MOST).map((channel) => ({
    key: String(channel.stream_id),
    name: channel.name,
    mark: { kind: 'channel', id: channel.stream_id },
    channel,
  }))
}

/** A channel, or none. */
export function ChannelRow({ setting, name, text, isFixed }: SettingRowProps) {
  const store = useStore()
  const { value, saving, change } = useRealmSetting<number>(setting)
  const controls = useListFocus<HTMLDivElement>('button, input')
  const channel = store.allChannels.value.get(value)
  const channels = [...store.allChannels.value.values()].filter(
    ({ is_archived, invite_only }) => !is_archived && (invite_only || !PRIVATE_ONLY.has(setting)),
  )
  return (
    <Row name={name} text={text} saving={saving} isTall>
      {({ id, ...ids }) => (
        <div class="chosen-and-picker" {...controls}>
          <ul class="chips">
            <li>
              {value !== NONE && <ChannelMark channel={channel} />}
              <span class="ellipsis" dir="auto">
                {value === NONE ? texts.noChannel : (channel?.name ?? texts.unknownChannel)}
              </span>
              {value !== NONE && !isFixed && (
                <button
                  type="button"
                  class="icon-button"
                  aria-label={texts.clearChannel(name)}
                  title={texts.remove}
                  onClick={() => void change(NONE)}
                >
                  <Icon node={X} />
                </button>
              )}
            </li>
          </ul>
          {isFixed ? (
            <span id={id} class="only-heard" />
          ) : (
            <OptionPicker
              id={id}
              placeholder={texts.chooseChannel}
              label={texts.chooseChannelFor(name)}
              describedBy={ids['aria-describedby']}
              isInvalid={ids['aria-invalid']}
              optionsFor={(typed) => channelOptions(channels, typed)}
              onChoose={(option) => void change(option.channel.stream_id)}
            />
          )}
        </div>
      )}
    </Row>
  )
}

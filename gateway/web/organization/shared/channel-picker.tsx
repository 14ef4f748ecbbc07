import { OptionPicker, type PickerProps } from '../../parts/floating/option-picker.tsx'
import type { KnownChannel } from '../../store/slices/all-channels.ts'
import { channelOptions } from './channel-row.tsx'
import { texts } from './texts.ts'

interface ChannelPickerProps extends PickerProps {
  readonly channels: readonly KnownChannel[]
  readonly onChoose: (channel: KnownChannel) => void
}

/** A field that finds a channel by the beginning of its name. */
export const ChannelPicker = ({ channels, onChoose, ...field }: ChannelPickerProps) => (
  <OptionPicker
    placeholder={texts.chooseChannel}
    {...field}
    optionsFor={(typed) => channelOptions(channels, typed)}
    onChoose={({ channel }) => onChoose(channel)}
  />
)

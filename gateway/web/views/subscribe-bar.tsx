import { SubscribeButton } from '../channel/subscribe-button.tsx'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import './place-bar.css'

/** Above the messages of a channel that the reader can read without a subscription. */
export function SubscribeBar({ id }: { id: number }) {
  const store = useStore()
  const channel = store.allChannels.value.get(id)
  if (channel === undefined || store.channels.value.has(id) || store.isSpectator || store.isCopy) return null
  return (
    <div class="place-bar">
      <p role="status">{t.notInChannel(channel.name)}</p>
      <SubscribeButton channel={channel} />
    </div>
  )
}

import Globe from 'lucide/dist/esm/icons/globe.mjs'
import Hash from 'lucide/dist/esm/icons/hash.mjs'
import Lock from 'lucide/dist/esm/icons/lock.mjs'
import type { Subscription } from '../model/wire.ts'
import { t } from '../texts/texts.ts'
import './channel-mark.css'
import { Icon } from './icon.tsx'

type MarkedChannel = Pick<Subscription, 'invite_only' | 'is_web_public'> & { readonly color?: string }

/** The mark of a channel in its colour, which is used nowhere else. */
export function ChannelMark({ channel }: { channel: MarkedChannel | undefined }) {
  const [node, kind] = channel?.invite_only
    ? [Lock, t.privateChannel]
    : channel?.is_web_public
      ? [Globe, t.webPublicChannel]
      : [Hash, undefined]
  return (
    <span class="channel-mark" style={{ '--own': channel?.color }}>
      <Icon node={node} />
      {kind && <span class="only-heard">{kind}</span>}
    </span>
  )
}

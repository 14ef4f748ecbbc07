import AlarmClock from 'lucide/dist/esm/icons/alarm-clock.mjs'
import Compass from 'lucide/dist/esm/icons/compass.mjs'
import MessageSquare from 'lucide/dist/esm/icons/message-square.mjs'
import Search from 'lucide/dist/esm/icons/search.mjs'
import SquareSlash from 'lucide/dist/esm/icons/square-slash.mjs'
import Users from 'lucide/dist/esm/icons/users.mjs'
import { useEffect, useRef } from 'preact/hooks'
import { emojiOf } from '../../emoji/emoji.ts'
import { showsEmojiAsText } from '../../emoji/emoji-set.ts'
import type { User } from '../../model/wire.ts'
import { channelOf } from '../../store/derived/channel-access.ts'
import { useStore } from '../../store/use-store.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../avatar.tsx'
import { ChannelMark } from '../channel-mark.tsx'
import { Icon } from '../icon.tsx'
import './option-list.css'

/** One suggestion for the text in a field. */
export interface Option {
  readonly key: string
  readonly name: string
  readonly note?: string
  readonly mark:
    | { readonly kind: 'person'; readonly person: User }
    | { readonly kind: 'channel'; readonly id: number }
    | { readonly kind: 'emoji'; readonly code: string }
    | { readonly kind: 'picture'; readonly url: string }
    | { readonly kind: keyof typeof ICONS }
}

const ICONS = {
  group: Users,
  topic: MessageSquare,
  time: AlarmClock,
  command: SquareSlash,
  search: Search,
  view: Compass,
} as const

interface OptionListProps<O extends Option> {
  readonly id: string
  readonly options: readonly O[]
  readonly chosen: number
  readonly choose: (option: O) => void
}

export const optionId = (list: string, index: number): string => `${list}-${index}`

/** The suggestions for a field. The field handles the keys and names the chosen option for screen readers. */
export function OptionList<O extends Option>({ id, options, chosen, choose }: OptionListProps<O>) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <div ref={list} id={id} class="option-list" role="listbox" tabIndex={-1} aria-label={t.suggestions}>
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys.
        <div
          key={option.key}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(option)}
        >
          <span class="mark">
            <Mark mark={option.mark} />
          </span>
          <span class="name ellipsis" dir="auto">
            {option.name}
          </span>
          {option.note && (
            <span class="note ellipsis" dir="auto">
              {option.note}
            </span>
          )}
        </div>
      ))}
    </div>
  )
}

function Mark({ mark }: { mark: Option['mark'] }) {
  const store = useStore()
  switch (mark.kind) {
    case 'person':
      return <Avatar person={mark.person} size="small" />
    case 'channel':
      return <ChannelMark channel={channelOf(store, mark.id)} />
    case 'emoji':
      return <EmojiMark code={mark.code} />
    case 'picture':
      return <img src={mark.url} alt="" width="18" height="18" />
    default:
      return <Icon node={ICONS[mark.kind]} />
  }
}

/** Nothing for readers who want names: the name stands beside it. */
function EmojiMark({ code }: { code: string }) {
  if (showsEmojiAsText(useStore())) return null
  return (
    <span class="emoji" aria-hidden="true">
      {emojiOf(code)}
    </span>
  )
}

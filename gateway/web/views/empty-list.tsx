import AtSign from 'lucide/dist/esm/icons/at-sign.mjs'
import CornerUpRight from 'lucide/dist/esm/icons/corner-up-right.mjs'
import Smile from 'lucide/dist/esm/icons/face-slightly-smiling.mjs'
import MessagesSquare from 'lucide/dist/esm/icons/messages-square.mjs'
import SearchX from 'lucide/dist/esm/icons/search-x.mjs'
import Star from 'lucide/dist/esm/icons/star.mjs'
import { type Narrow, narrowKey, REACTIONS } from '../model/narrow.ts'
import { hashOf } from '../model/route.ts'
import { Blank } from '../parts/blank.tsx'
import { channelName, topicName } from '../store/derived/names.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import type { Successors } from './use-former-topic.ts'

interface EmptyListProps {
  readonly narrow: Narrow
  readonly canWrite: boolean
  /** Where the messages of the topic went. */
  readonly successors: Exclude<Successors, 'sought'>
}

/** In place of the messages of a narrow that has none. */
export function EmptyList({ narrow, canWrite, successors }: EmptyListProps) {
  const store = useStore()
  if (narrow.kind === 'mentions')
    return <Blank icon={AtSign} title={t.emptyView} hint={t.emptyMentionsHint} />
  if (narrow.kind === 'search') {
    return narrowKey(narrow) === narrowKey(REACTIONS) ? (
      <Blank icon={Smile} title={t.emptyView} hint={t.emptyReactionsHint} />
    ) : (
      <Blank icon={SearchX} title={t.noResults} hint={t.noResultsHint} />
    )
  }
  if (narrow.kind === 'starred') return <Blank icon={Star} title={t.emptyView} hint={t.emptyStarredHint} />
  const hint = canWrite ? t.emptyConversationHint : undefined
  if (successors.length === 0) return <Blank icon={MessagesSquare} title={t.emptyConversation} hint={hint} />
  return (
    <Blank icon={CornerUpRight} title={t.topicMoved} hint={t.topicMovedHint(successors.length)}>
      <ul class="successors">
        {successors.map((topic) => {
          const name = channelName(store, topic.channel) ?? ''
          return (
            <li key={narrowKey(topic)}>
              <a href={hashOf(topic, name)}>
                <bdi>#{name}</bdi> › <bdi>{topicName(store, topic.topic)}</bdi>
              </a>
            </li>
          )
        })}
      </ul>
    </Blank>
  )
}

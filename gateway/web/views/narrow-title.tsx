import { textOfTerms } from '../find/search-terms.ts'
import { DIRECT_MESSAGES, type Narrow, narrowKey, REACTIONS } from '../model/narrow.ts'
import { hashOf } from '../model/route.ts'
import { ChannelMark } from '../parts/channel-mark.tsx'
import { textOfHtml } from '../parts/text-of-html.ts'
import { channelOf } from '../store/derived/channel-access.ts'
import { namesOf, topicName } from '../store/derived/names.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'

/** The searches that have a name. */
const NAMES: ReadonlyMap<string, string> = new Map([
  [narrowKey(REACTIONS), t.reactionsToMe],
  [narrowKey(DIRECT_MESSAGES), t.allDirectMessages],
])

/** The heading of a list of messages. */
export function NarrowTitle({ narrow }: { narrow: Narrow }) {
  const store = useStore()
  if (narrow.kind === 'direct')
    return (
      <h1>
        <span class="ellipsis" dir="auto">
          {namesOf(store, narrow)}
        </span>
      </h1>
    )
  if (narrow.kind === 'topic' || narrow.kind === 'channel') {
    const channel = channelOf(store, narrow.channel)
    if (channel === undefined) return <h1>{t.noSuchChannel}</h1>
    const about = narrow.kind === 'channel' ? textOfHtml(channel.rendered_description) : ''
    return (
      <>
        <h1>
          <ChannelMark channel={channel} />
          <a
            class="ellipsis"
            dir="auto"
            href={hashOf({ kind: 'channel', channel: narrow.channel }, channel.name)}
          >
            {channel.name}
          </a>
          {narrow.kind === 'topic' && (
            <>
              <span class="separator" aria-hidden="true">
                ›
              </span>
              <span class="of-topic ellipsis" dir="auto">
                {topicName(store, narrow.topic)}
              </span>
            </>
          )}
        </h1>
        {about && (
          <span class="about ellipsis" dir="auto">
            {about}
          </span>
        )}
      </>
    )
  }
  if (narrow.kind === 'search') {
    const name = NAMES.get(narrowKey(narrow))
    return (
      <>
        <h1>{name ?? t.searchResults}</h1>
        {name === undefined && (
          <span class="about ellipsis" dir="auto">
            {textOfTerms(store, narrow.terms)}
          </span>
        )}
      </>
    )
  }
  return <h1>{narrow.kind === 'feed' ? t.feed : narrow.kind === 'mentions' ? t.mentions : t.starred}</h1>
}

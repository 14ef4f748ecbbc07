import { useComputed, useSignal } from '@preact/signals'
import MessageSquare from 'lucide/dist/esm/icons/message-square.mjs'
import { Select } from '../forms/controls.tsx'
import { texts } from '../forms/settings-texts.ts'
import { plain } from '../model/rank.ts'
import { hashOf } from '../model/route.ts'
import { Blank } from '../parts/blank.tsx'
import { ChannelMark } from '../parts/channel-mark.tsx'
import { LazyBlock } from '../parts/lazy-block.tsx'
import { Problem } from '../saving/problem.tsx'
import { useSaving } from '../saving/use-saving.ts'
import { topicName } from '../store/derived/names.ts'
import type { ChosenPolicy } from '../store/slices/topic-policies.ts'
import { useStore } from '../store/use-store.ts'
import { FOLLOWED, INHERITED, MUTED, setTopicPolicy, UNMUTED } from '../store/verbs/set-topic-policy.ts'
import { collator } from '../texts/collator.ts'
import { briefly } from '../texts/dates.ts'
import './topics.css'
import { FilterField } from '../forms/filter-field.tsx'
import { useChosen } from '../forms/use-chosen.ts'
import { useListFocus } from '../parts/floating/use-list-focus.ts'

/** Rows are drawn near the visible part only, in blocks. */
const ROWS_IN_BLOCK = 30
/** Pixels of a row, about. */
const ROW = 45

const POLICIES = [
  { value: FOLLOWED, name: texts.followed },
  { value: UNMUTED, name: texts.unmuted },
  { value: MUTED, name: texts.muted },
  { value: INHERITED, name: texts.asTheChannel },
] as const

interface TopicRow extends ChosenPolicy {
  readonly channelName: string
  readonly name: string
}

/** The topics that have a policy of their own, as a table. */
export function Topics() {
  const store = useStore()
  const filter = useSignal('')
  const shown = useSignal<number | 'all'>('all')
  const list = useListFocus<HTMLTableElement>('select')
  const rows = useComputed(() =>
    [...store.topicPolicies.value.values()]
      .map((one): TopicRow => {
        const channelName = store.allChannels.value.get(one.channel)?.name ?? texts.unknownChannel
        return { ...one, channelName, name: topicName(store, one.topic) }
      })
      .sort((a, b) => collator.compare(a.channelName, b.channelName) || collator.compare(a.name, b.name)),
  )
  const found = useComputed(() => {
    const asked = plain(filter.value)
    return rows.value.filter(
      ({ name, channelName, policy }) =>
        (shown.value === 'all' || shown.value === policy) &&
        (plain(name).includes(asked) || plain(channelName).includes(asked)),
    )
  })
  const blocks = Array.from({ length: Math.ceil(found.value.length / ROWS_IN_BLOCK) }, (_, n) => n)
  if (rows.value.length === 0) {
    return (
      <section>
        <h2 class="only-heard">{texts.topics}</h2>
        <Blank icon={MessageSquare} title={texts.noTopics} hint={texts.noTopicsHint} />
      </section>
    )
  }
  return (
    <section>
      <h2 class="only-heard">{texts.topics}</h2>
      <p class="text">{texts.topicsHint}</p>
      <div class="add beside">
        <FilterField label={texts.filterTopics} text={filter} />
        <Select
          ids={{}}
          label={texts.shownTopics}
          value={shown.value}
          options={[{ value: 'all', name: texts.allTopics }, ...POLICIES.slice(0, 3)]}
          onChange={(chosen) => {
            shown.value = chosen as number | 'all'
          }}
        />
      </div>
      <p class="text" role="status">
        {texts.topicCount(found.value.length, rows.value.length)}
      </p>
      <table class="topic-table" aria-label={texts.topics} aria-rowcount={found.value.length + 1} {...list}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{texts.channel}</th>
            <th scope="col">{texts.topic}</th>
            <th scope="col">{texts.changed}</th>
            <th scope="col">{texts.policy}</th>
          </tr>
        </thead>
        {blocks.map((n) => {
          const block = found.value.slice(n * ROWS_IN_BLOCK, (n + 1) * ROWS_IN_BLOCK)
          return (
            <LazyBlock key={n} as="tbody" height={block.length * ROW} isAlwaysDrawn={n === 0}>
              {() =>
                block.map((row, index) => (
                  <Topic
                    key={`${row.channel}/${row.topic}`}
                    row={row}
                    index={n * ROWS_IN_BLOCK + index + 2}
                  />
                ))
              }
            </LazyBlock>
          )
        })}
      </table>
    </section>
  )
}

function Topic({ row, index }: { row: TopicRow; index: number }) {
  const store = useStore()
  const { saving, save } = useSaving()
  const { channel, topic, channelName, name, changed } = row
  const policy = useChosen(row.policy, saving)
  const change = (chosen: 0 | 1 | 2 | 3) => {
    policy.choose(chosen)
    return save(() => setTopicPolicy(channel, topic, chosen))
  }
  return (
    <tr aria-rowindex={index}>
      <td class="channel">
        <ChannelMark channel={store.channels.value.get(channel) ?? store.allChannels.value.get(channel)} />
        <span class="ellipsis" dir="auto">
          {channelName}
        </span>
      </td>
      <td class="topic">
        <a class="ellipsis" dir="auto" href={hashOf({ kind: 'topic', channel, topic }, channelName)}>
          {name}
        </a>
      </td>
      <td class="changed text">{briefly(changed, store.settings.value.twenty_four_hour_time)}</td>
      <td>
        <Select
          ids={{}}
          label={texts.policyOf(channelName, name)}
          value={policy.value}
          options={POLICIES}
          onChange={(chosen) => void change(chosen as 0 | 1 | 2 | 3)}
        />
        <Problem saving={saving} />
      </td>
    </tr>
  )
}

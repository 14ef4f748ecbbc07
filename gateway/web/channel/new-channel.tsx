import { type Signal, useSignal } from '@preact/signals'
import Compass from 'lucide/dist/esm/icons/compass.mjs'
import X from 'lucide/dist/esm/icons/x.mjs'
import { useEffect, useId } from 'preact/hooks'
import { Select } from '../forms/controls.tsx'
import { whoMay } from '../forms/holders.ts'
import { PastedAddresses, SourcePicker } from '../forms/many-people.tsx'
import { NameAndDescription } from '../forms/name-and-description.tsx'
import { channelHash } from '../model/route.ts'
import { Blank } from '../parts/blank.tsx'
import { useListFocus } from '../parts/floating/use-list-focus.ts'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../saving/problem.tsx'
import { usePlaced } from '../saving/use-placed.tsx'
import { useSaving } from '../saving/use-saving.ts'
import { useStore } from '../store/use-store.ts'
import { NEW_CHANNEL } from './places.ts'
import '../forms/settings.css'
import { ViewBar } from '../parts/view-bar.tsx'
import { nameOf } from '../store/derived/names.ts'
import { server } from '../store/requests/server.ts'
import { isInGroup } from '../store/slices/message-rules.ts'
import { t } from '../texts/texts.ts'
import './channel-view.css'
import { KINDS, type Kind, kindOptions, propertiesOf } from './kinds.ts'
import { type ChannelOptions, NewChannelOptions } from './new-channel-options.tsx'
import { creatableKinds } from './permissions.ts'
import { texts } from './texts.ts'

/** Creates a channel, to which the reader and the chosen people are subscribed. */
export function NewChannel() {
  const store = useStore()
  const may = creatableKinds(store)
  const rules = store.channelRules.value
  const kinds = KINDS.filter((kind) => may[kind])
  if (kinds.length === 0) {
    return (
      <>
        <ViewBar />
        <Blank
          icon={Compass}
          title={texts.mayNotCreate}
          hint={whoMay(store, rules.can_create_public_channel_group, rules.can_create_private_channel_group)}
          isWholeView
        >
          <a class="button" href="#channels">
            {texts.browse}
          </a>
        </Blank>
      </>
    )
  }
  return (
    <>
      <ViewBar>
        <h1>{texts.newChannel}</h1>
      </ViewBar>
      <div class="settings new" data-scroller>
        <Form kinds={kinds} />
      </div>
    </>
  )
}

function Form({ kinds }: { kinds: readonly Kind[] }) {
  const store = useStore()
  const id = useId()
  const { saving, save, at, problem, rest, savingOf } = usePlaced(NEW_CHANNEL)
  const name = useSignal('')
  const description = useSignal('')
  const kind = useSignal<Kind>(kinds[0]!)
  const others = useSignal<readonly number[]>([])
  const options = useSignal<ChannelOptions>({})
  const finding = useSaving()
  const created = useSignal<number | undefined>(undefined)
  const channel = created.value === undefined ? undefined : store.allChannels.value.get(created.value)
  // The event of the new channel comes beside the answer.
  useEffect(() => {
    if (channel !== undefined) location.replace(channelHash(channel.stream_id, channel.name))
  }, [channel])
  const mayAdd = isInGroup(store.groups.value, store.channelRules.value.can_add_subscribers_group, store.me)
  const create = (event: SubmitEvent) => {
    event.preventDefault()
    if (saving.name === 'saving') return
    const { is_private, ...properties } = propertiesOf(kind.value)
    void save(async () => {
      const answer = await server.call('POST /channels/create', {
        name: name.value.trim(),
        description: description.value.trim(),
        subscribers: [store.me, ...others.value],
        invite_only: is_private,
        ...properties,
        ...options.value,
      })
      created.value = answer.id
    })
  }
  const add = (people: readonly number[]) => {
    others.value = [...new Set([...others.value, ...people])].filter((one) => one !== store.me)
  }
  return (
    <form class="stacked new-channel" onSubmit={create}>
      <NameAndDescription
        labels={texts}
        name={name}
        description={description}
        maxNameLength={60}
        placed={{ at, problem }}
      />
      <label for={at('kind').id}>
        {texts.privacy}
        <Select
          ids={{ ...at('kind'), 'aria-describedby': `${at('kind')['aria-describedby']} ${id}-kind-text` }}
          value={kind.value}
          options={kindOptions(kinds)}
          onChange={(chosen) => {
            kind.value = chosen
          }}
        />
      </label>
      <p id={`${id}-kind-text`} class="text">
        {texts.kindHints[kind.value]}
      </p>
      {problem('kind', texts.privacy)}
      {mayAdd && (
        // A label around the suggestions would give clicks on them to the field.
        <div class="labelled">
          <label for={at('subscribers').id}>{texts.subscribeOthers}</label>
          <SourcePicker
            id={at('subscribers').id}
            describedBy={`${at('subscribers')['aria-describedby']} ${id}-people-problem`}
            isInvalid={finding.saving.name === 'failed' || at('subscribers')['aria-invalid']}
            without={new Set([store.me, ...others.value])}
            onChoose={(fetchPeople) => void finding.save(async () => add(await fetchPeople()))}
          />
          <Problem id={`${id}-people-problem`} saving={finding.saving} />
          {problem('subscribers', texts.subscribeOthers)}
          <PastedAddresses
            saving={finding.saving}
            onAdd={(people) => {
              add(people)
              return Promise.resolve(true)
            }}
          />
        </div>
      )}
      <Chosen of={others} />
      <NewChannelOptions
        isPrivate={propertiesOf(kind.value).is_private}
        value={options.value}
        placed={{ at, savingOf }}
        onChange={(next) => {
          options.value = next
        }}
      />
      {rest}
      <div class="buttons">
        <a class="button" href="#channels">
          {t.cancel}
        </a>
        <button type="submit" class="button main" aria-disabled={saving.name === 'saving'}>
          {texts.create}
        </button>
      </div>
    </form>
  )
}

/** The most chosen people whose names are shown. */
const MOST_SHOWN = 50

/** The people whom the new channel gets, each with a button that removes the person. */
function Chosen({ of }: { of: Signal<readonly number[]> }) {
  const store = useStore()
  const list = useListFocus<HTMLUListElement>('button')
  const more = of.value.length - MOST_SHOWN
  return (
    <>
      <ul class="chips" {...list}>
        {of.value.slice(0, MOST_SHOWN).map((one) => (
          <li key={one}>
            <span class="ellipsis" dir="auto">
              {nameOf(store, one)}
            </span>
            <button
              type="button"
              class="icon-button"
              aria-label={texts.removePerson(nameOf(store, one))}
              onClick={() => {
                of.value = of.value.filter((other) => other !== one)
              }}
            >
              <Icon node={X} size={14} />
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && <p class="text">{t.andMore(more)}</p>}
    </>
  )
}

import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { best } from '../model/rank.ts'
import type { Option } from '../parts/floating/option-list.tsx'
import { OptionPicker } from '../parts/floating/option-picker.tsx'
import { personOptions } from '../parts/floating/person-picker.tsx'
import type { Saving } from '../saving/use-saving.ts'
import { server } from '../store/requests/server.ts'
import { isInGroup } from '../store/slices/message-rules.ts'
import type { Store } from '../store/state/store.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import { groupName } from './group-name.ts'
import { texts as peopleTexts } from './people-texts.ts'

const { adding: texts } = peopleTexts

/** The most suggestions, and the most of them that are groups or channels. */
const MOST = 10
const MOST_OF_KIND = 3

/** People whom one choice adds: a person, the members of a group, or the subscribers of a channel. */
interface SourceOption extends Option {
  readonly source: { readonly person: number } | { readonly group: number } | { readonly channel: number }
}

/** The people, groups and channels whose names fit a text. */
function sourceOptions(
  store: Store,
  text: string,
  left: ReadonlySet<number> | undefined,
  without: number,
): SourceOption[] {
  const people = [...store.people.value.values()].filter(
    ({ user_id, is_active }) => is_active && !left?.has(user_id),
  )
  const persons = personOptions(people, text).map(
    ({ person, ...option }): SourceOption => ({
      ...option,
      source: { person: person.user_id },
    }),
  )
  if (text === '') return persons
  const groups = best(
    [...store.groups.value.values()].filter(({ deactivated, name }) => !deactivated && !NO_PEOPLE.has(name)),
    text,
    groupName,
    MOST_OF_KIND,
  ).map(
    (group): SourceOption => ({
      key: `g${group.id}`,
      name: groupName(group),
      note: texts.everybodyOfGroup,
      mark: { kind: 'group' },
      source: { group: group.id },
    }),
  )
  const channels = best(
    [...store.allChannels.value.values()].filter(({ stream_id }) => stream_id !== without),
    text,
    ({ name }) => name,
    MOST_OF_KIND,
  ).map(
    (channel): SourceOption => ({
      key: `c${channel.stream_id}`,
      name: channel.name,
      note: texts.everybodyOfChannel,
      mark: { kind: 'channel', id: channel.stream_id },
      source: { channel: channel.stream_id },
    }),
  )
  return [...persons.slice(0, MOST - groups.length - channels.length), ...groups, ...channels]
}

const NO_PEOPLE: ReadonlySet<string> = new Set(['role:internet', 'role:nobody'])

/** The active people of a choice. */
async function peopleOf(store: Store, source: SourceOption['source']): Promise<number[]> {
  const isActive = (id: number) => store.people.value.get(id)?.is_active === true
  if ('person' in source) return [source.person]
  if ('group' in source) {
    return [...store.people.value.keys()].filter(
      (id) => isActive(id) && isInGroup(store.groups.value, source.group, id),
    )
  }
  const { subscribers } = await server.call('GET /streams/{stream_id}/members', { stream_id: source.channel })
  return subscribers.filter(isActive)
}

interface SourcePickerProps {
  readonly id: string
  readonly describedBy: string
  readonly isInvalid: boolean
  /** People who are not suggested. */
  readonly without: ReadonlySet<number> | undefined
  /** A channel that is not suggested: the one to which people are added. */
  readonly channel?: number
  readonly onChoose: (fetchPeople: () => Promise<readonly number[]>) => void
}

/** A field that finds people by their name, their group or a channel of theirs. */
export function SourcePicker({ channel = 0, without, onChoose, ...field }: SourcePickerProps) {
  const store = useStore()
  return (
    <OptionPicker
      {...field}
      placeholder={texts.personGroupOrChannel}
      optionsFor={(text) => sourceOptions(store, text, without, channel)}
      onChoose={({ source }) => onChoose(() => peopleOf(store, source))}
    />
  )
}

/** The addresses in a text, each once, however they are separated. Names before addresses are left out. */
export const addressesIn = (text: string): string[] => [
  ...new Set((text.match(/[^\s,;<>"()]+@[^\s,;<>"()]+/g) ?? []).map((one) => one.toLowerCase())),
]

/** The people with these addresses as far as the reader sees addresses, and the other addresses. */
export function peopleWith(store: Store, addresses: readonly string[]) {
  const byAddress = new Map(
    [...store.people.value.values()].flatMap(({ user_id, delivery_email, email }) =>
      [delivery_email, email].flatMap((one) => (one ? [[one.toLowerCase(), user_id] as const] : [])),
    ),
  )
  return {
    people: addresses.flatMap((one) => byAddress.get(one) ?? []),
    unknown: addresses.filter((one) => !byAddress.has(one)),
  }
}

interface AddressesProps {
  readonly saving: Saving
  /** Called with the people of the addresses. Resolves to whether the text can go. */
  readonly onAdd: (people: readonly number[]) => Promise<boolean>
}

/** A field for many addresses, copied from somewhere else. Unknown ones stay in it. */
export function PastedAddresses({ saving, onAdd }: AddressesProps) {
  const store = useStore()
  const id = useId()
  const text = useSignal('')
  const problem = useSignal('')
  const addresses = addressesIn(text.value)
  const add = async () => {
    const { people, unknown } = peopleWith(store, addresses)
    problem.value = unknown.length > 0 ? texts.unknownAddresses(t.and(unknown)) : ''
    if (people.length === 0 || (await onAdd(people))) text.value = unknown.join('\n')
  }
  return (
    <details class="pasted">
      <summary>{texts.pasteAddresses}</summary>
      <label for={id}>{texts.addresses}</label>
      <textarea
        id={id}
        class="field"
        spellcheck={false}
        aria-describedby={`${id}-problem`}
        aria-invalid={problem.value !== ''}
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value
        }}
      />
      <p id={`${id}-problem`} class="problem" role="alert">
        {problem.value}
      </p>
      <button
        type="button"
        class="button"
        disabled={addresses.length === 0 || saving.name === 'saving'}
        onClick={() => void add()}
      >
        {texts.addAddresses(addresses.length)}
      </button>
    </details>
  )
}

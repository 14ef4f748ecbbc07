import { useSignal } from '@preact/signals'
import Check from 'lucide/dist/esm/icons/check.mjs'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { TextField } from '../forms/controls.tsx'
import { texts } from '../forms/people-texts.ts'
import { PictureRow } from '../forms/picture/picture-row.tsx'
import { Row } from '../forms/row.tsx'
import { InviteButton } from '../invite/invite-button.tsx'
import { channelHash, hashOf } from '../model/route.ts'
import type { ServerEvent } from '../model/wire.ts'
import { ChannelMark } from '../parts/channel-mark.tsx'
import { Icon } from '../parts/icon.tsx'
import { ViewBar } from '../parts/view-bar.tsx'
import { useSaving } from '../saving/use-saving.ts'
import { BEGIN_STEP } from '../store/derived/beginning.ts'
import { isAdministrator, isOwner } from '../store/derived/roles.ts'
import { server } from '../store/requests/server.ts'
import { useStore } from '../store/use-store.ts'
import { markHintsSeen } from '../store/verbs/mark-hints-seen.ts'
import '../forms/settings.css'
import './begin.css'

/** The number of channels that a new organization begins with. */
const FIRST_CHANNELS = 2

/**
 * The first steps of an organization, in any order. Each can be skipped, and the page stays in the account
 * menu.
 */
export function BeginView() {
  const store = useStore()
  const isInviting = useAsked(hasInvited, ({ type }) => type === 'invites_changed')
  const isSpeaking = useAsked(
    () => hasSpoken(store.me),
    (event) => event.type === 'message' && event.message.sender_id === store.me,
  )
  const people = [...store.people.value.values()].filter(({ is_bot }) => !is_bot)
  const steps = [
    { ...texts.begin.identity, isDone: store.realm.value.hasIcon, body: <Identity /> },
    {
      ...texts.begin.invite,
      isDone: people.length > 1 || isInviting,
      body: <InviteButton class="button main" />,
    },
    {
      ...texts.begin.channels,
      isDone: store.allChannels.value.size > FIRST_CHANNELS,
      body: <FirstChannels />,
    },
    { ...texts.begin.speak, isDone: isSpeaking, body: <Speak /> },
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  const isDone = done === steps.length
  useEffect(() => {
    if (isDone && store.onboarding.peek().has(BEGIN_STEP)) void markHintsSeen(store.me, [BEGIN_STEP])
  }, [isDone])
  const skipped = useSignal<ReadonlySet<number>>(new Set())
  const chosen = useSignal<number | undefined>(undefined)
  const next = steps.findIndex(({ isDone }, n) => !isDone && !skipped.value.has(n))
  const open = chosen.value ?? next
  return (
    <>
      <ViewBar>
        <h1>{texts.begin.title}</h1>
      </ViewBar>
      <div class="settings begin" data-scroller>
        <div class="part">
          <p class="text" role="status">
            {texts.begin.progress(done, steps.length)}
          </p>
          <ol>
            {steps.map(({ title, text, isDone, body }, n) => (
              <Step
                key={title}
                number={n + 1}
                title={title}
                isDone={isDone}
                isOpen={open === n}
                onOpen={() => {
                  chosen.value = open === n ? -1 : n
                }}
              >
                <p class="text">{text}</p>
                {body}
                {!isDone && (
                  <button
                    type="button"
                    class="link"
                    onClick={() => {
                      skipped.value = new Set([...skipped.value, n])
                      chosen.value = undefined
                    }}
                  >
                    {texts.begin.skip}
                  </button>
                )}
              </Step>
            ))}
          </ol>
          <p class="buttons">
            <a class="button" href="#inbox">
              {isDone ? texts.begin.finish : texts.begin.later}
            </a>
          </p>
          <p class="text">{texts.begin.laterHint}</p>
          {isOwner(store) && (
            <p class="text">
              <a href="#organization/bring-history">{texts.begin.history}</a>
            </p>
          )}
        </div>
      </div>
    </>
  )
}

interface StepProps {
  readonly number: number
  readonly title: string
  readonly isDone: boolean
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly children: ComponentChildren
}

const Step = ({ number, title, isDone, isOpen, onOpen, children }: StepProps) => (
  <li class={isDone ? 'done' : ''}>
    <h2>
      <button type="button" aria-expanded={isOpen} onClick={onOpen}>
        <span class="mark">{isDone ? <Icon node={Check} size={16} /> : number}</span>
        {title}
        {isDone && <span class="only-heard">{texts.begin.isDone}</span>}
      </button>
    </h2>
    {isOpen && <div class="body">{children}</div>}
  </li>
)

/** The answer of the server, asked again after an event that may change it. False until then. */
function useAsked(ask: () => Promise<boolean>, isAbout: (event: ServerEvent) => boolean): boolean {
  const store = useStore()
  const answer = useSignal(false)
  useEffect(() => {
    const load = () =>
      ask().then(
        (is) => {
          answer.value = is
        },
        () => undefined,
      )
    void load()
    const listen = (event: ServerEvent) => {
      if (isAbout(event)) void load()
    }
    store.listeners.add(listen)
    return () => void store.listeners.delete(listen)
  }, [store])
  return answer.value
}

const hasInvited = async (): Promise<boolean> => (await server.call('GET /invites', {})).invites.length > 0

/** Whether somebody has written a message. */
async function hasSpoken(me: number): Promise<boolean> {
  const { messages } = await server.call('GET /messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [{ operator: 'sender', operand: me }],
  })
  return messages.length > 0
}

/** The name and the icon of the organization. */
function Identity() {
  const store = useStore()
  const name = useSaving()
  const isFixed = !isAdministrator(store)
  return (
    <>
      <Row name={texts.begin.name} saving={name.saving}>
        {(ids) => (
          <TextField
            ids={ids}
            value={store.realm.value.name}
            maxLength={40}
            isFixed={isFixed}
            onSave={(text) => void name.save(() => server.call('PATCH /realm', { name: text }))}
          />
        )}
      </Row>
      <PictureRow
        name={texts.begin.icon}
        isFixed={isFixed}
        isSquare
        maxMib={store.realm.value.maxIconSize}
        upload={(file) => server.call('POST /realm/icon', {}, { file })}
      >
        {store.realm.value.hasIcon && (
          <img class="realm-icon" src={store.realm.value.icon} alt="" width="36" height="36" />
        )}
      </PictureRow>
    </>
  )
}

function FirstChannels() {
  const store = useStore()
  return (
    <>
      <ul class="chips links">
        {[...store.channels.value.values()].slice(0, 20).map((channel) => (
          <li key={channel.stream_id}>
            <a href={channelHash(channel.stream_id, channel.name)}>
              <ChannelMark channel={channel} />
              <span class="ellipsis" dir="auto">
                {channel.name}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <a class="button main" href="#channels/new">
        {texts.begin.newChannel}
      </a>
    </>
  )
}

function Speak() {
  const store = useStore()
  const [first] = [...store.channels.value.values()].sort((a, b) => a.stream_id - b.stream_id)
  if (first === undefined) {
    return (
      <a class="button main" href="#channels">
        {texts.begin.browse}
      </a>
    )
  }
  const address = hashOf(
    { kind: 'topic', channel: first.stream_id, topic: texts.begin.firstTopic },
    first.name,
  )
  return (
    <a class="button main" href={address}>
      {texts.begin.write(first.name)}
    </a>
  )
}

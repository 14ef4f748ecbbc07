import { useSignal } from '@preact/signals'
import { Dialog } from '../../parts/floating/dialog.tsx'
import { closeOverlay } from '../../parts/floating/overlay.ts'
import { usePlaced } from '../../saving/use-placed.tsx'
import { permissionsOn } from '../../store/derived/message-permissions.ts'
import type { ShownMessage } from '../../store/state/messages.ts'
import { useStore } from '../../store/use-store.ts'
import { type Move, moveMessages } from '../../store/verbs/change-message.ts'
import { loadTopics } from '../../store/verbs/load-topics.ts'
import { collator } from '../../texts/collator.ts'
import { t } from '../../texts/texts.ts'
import { MOVE } from './places.ts'
import './message-dialogs.css'

interface MoveDialogProps {
  readonly message: ShownMessage
  /** Whether the dialog is about the topic, not about its message. */
  readonly isWholeTopic?: boolean
}

/** Moves a message, those after it or its whole topic to another topic or channel. */
export function MoveDialog({ message, isWholeTopic = false }: MoveDialogProps) {
  const store = useStore()
  const may = permissionsOn(store, message)
  const channel = useSignal(message.stream_id!)
  const topic = useSignal(message.subject)
  const mode = useSignal<Move['mode']>(isWholeTopic ? 'change_all' : 'change_later')
  const postsInOldTopic = useSignal(false)
  const postsInNewTopic = useSignal(true)
  const { saving, save, at, problem, rest } = usePlaced(MOVE)
  const channels = [...store.channels.value.values()].sort((a, b) => collator.compare(a.name, b.name))
  void loadTopics(store, channel.value)
  const topics = store.topics.of(channel.value).value ?? []
  const isSame = channel.value === message.stream_id && topic.value.trim() === message.subject

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    if (isSame || saving.name === 'saving') return
    const isMoved = await save(() =>
      moveMessages(message.id, {
        channel: channel.value === message.stream_id ? undefined : channel.value,
        topic: topic.value.trim() === message.subject ? undefined : topic.value.trim(),
        mode: mode.value,
        postsInOldTopic: postsInOldTopic.value,
        postsInNewTopic: postsInNewTopic.value,
      }),
    )
    if (isMoved) closeOverlay(store)
  }

  return (
    <Dialog title={isWholeTopic ? t.renameTopicTitle : t.moveMessages} onClose={() => closeOverlay(store)}>
      <form class="dialog-form" onSubmit={submit}>
        {may.canChangeChannel && (
          <>
            <label class="field">
              {t.channel}
              <select
                {...at('channel')}
                value={channel.value}
                onChange={(event) => {
                  channel.value = Number(event.currentTarget.value)
                }}
              >
                {channels.map(({ stream_id, name }) => (
                  <option key={stream_id} value={stream_id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            {problem('channel', t.channel)}
          </>
        )}
        <label class="field">
          {t.topic}
          <input
            {...at('topic')}
            dir="auto"
            value={topic.value}
            list="topics-to-move-to"
            maxLength={store.realm.value.maxTopicLength}
            disabled={!may.canChangeTopic}
            autofocus={isWholeTopic && may.canChangeTopic}
            autocomplete="off"
            onInput={(event) => {
              topic.value = event.currentTarget.value
            }}
          />
          <datalist id="topics-to-move-to">
            {topics.map(({ name }) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </label>
        {problem('topic', t.topic)}
        {!isWholeTopic && (
          <>
            <label class="field">
              {t.whichMessages}
              <select
                {...at('mode')}
                value={mode.value}
                onChange={(event) => {
                  mode.value = event.currentTarget.value as Move['mode']
                }}
              >
                <option value="change_one">{t.moveOne}</option>
                <option value="change_later">{t.moveLater}</option>
                <option value="change_all">{t.moveAll}</option>
              </select>
            </label>
            {problem('mode', t.whichMessages)}
          </>
        )}
        <Check of={postsInNewTopic} text={t.tellNew} />
        <Check of={postsInOldTopic} text={t.tellOld} />
        {rest}
        <div class="buttons">
          <button type="button" class="button" onClick={() => closeOverlay(store)}>
            {t.cancel}
          </button>
          <button type="submit" class="button main" disabled={isSame || saving.name === 'saving'}>
            {t.moveNow}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const Check = ({ of, text }: { of: { value: boolean }; text: string }) => (
  <label class="check">
    <input
      type="checkbox"
      checked={of.value}
      onChange={(event) => {
        of.value = event.currentTarget.checked
      }}
    />
    {text}
  </label>
)

import { useSignal } from '@preact/signals'
import ArrowUp from 'lucide/dist/esm/icons/arrow-up.mjs'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { leaveComposer } from '../message/focus.ts'
import { reportTyping } from '../message/report-typing.ts'
import { lengthOf } from '../model/length.ts'
import { isConversation, narrowKey } from '../model/narrow.ts'
import { CharactersLeft } from '../parts/characters-left.tsx'
import { runCommand } from '../parts/commands.ts'
import { OptionList } from '../parts/floating/option-list.tsx'
import { Icon } from '../parts/icon.tsx'
import { keyOf } from '../parts/key-of.ts'
import { enterInList } from '../paste/continue-list.ts'
import { usePaste } from '../paste/use-paste.ts'
import { channelName, namesOf } from '../store/derived/names.ts'
import { insertion } from '../store/insertion.ts'
import { useStore } from '../store/use-store.ts'
import { reasonOf } from '../store/verbs/notice.ts'
import { t } from '../texts/texts.ts'
import { UploadLines } from '../upload/upload-lines.tsx'
import { upload, uploadsTo } from '../upload/uploads.ts'
import { useFileDrop } from '../upload/use-file-drop.ts'
import { type Asked, AskedDialog } from './asked-dialog.tsx'
import { useCompletion } from './completion/use-completion.ts'
import './composer.css'
import { composerCommand } from './composer-keys.ts'
import { Destination } from './destination.tsx'
import { draftTarget } from './draft-target.ts'
import { changeDraft, type Draft, draftOf } from './drafts.ts'
import { editLast } from './edit-last.ts'
import { Preview } from './preview.tsx'
import { SendMenu } from './send-menu.tsx'
import { SnippetMenu } from './snippet-menu.tsx'
import type { Format } from './toolbar/formats.ts'
import { hasCalls } from './toolbar/has-calls.ts'
import { Toolbar } from './toolbar/toolbar.tsx'
import { useBox } from './use-box.ts'
import { useMovedDestination } from './use-moved-destination.ts'
import { useSending } from './use-sending.ts'
import type { WritingPlace } from './writing-place.ts'

/**
 * Writes into the shown conversation, or into another one that the writer chooses; in a channel, into a topic
 * that the writer names.
 */
export function Composer({ place: here }: { place: WritingPlace }) {
  const store = useStore()
  const elsewhere = useSignal<WritingPlace | undefined>(undefined)
  const place = elsewhere.value ?? here
  const key = narrowKey(place)
  const draft = useMemo(() => draftOf(store, place), [store, key])
  const { content, topic } = draft.value
  const problem = useSignal('')
  const isPreviewing = useSignal(false)
  const isLarge = useSignal(false)
  const isStartingCall = useSignal(false)
  /** The dialog that is open. */
  const asks = useSignal<Asked | undefined>(undefined)
  const form = useRef<HTMLFormElement>(null)
  const topicField = useRef<HTMLInputElement>(null)
  const fileField = useRef<HTMLInputElement>(null)
  const report = useMemo(() => (isConversation(place) ? reportTyping(store, place) : undefined), [store, key])
  useEffect(() => () => report?.stop(), [report])
  const writing = useBox({ store, place, placeKey: key, content, form, isPreviewing, isLarge })
  const { box, put } = writing
  const completion = useCompletion(box, place, content, 'composer-completions')
  const uploads = uploadsTo(store, key).value
  const attach = (files: Iterable<File>) => upload(store, draftTarget(store, place), files, writing.putLines)
  const paste = usePaste(attach)
  const isDropping = useFileDrop(attach)

  const change = (fields: Partial<Draft>) => {
    changeDraft(store, place, (known) => ({ ...known, ...fields }))
    problem.value = ''
    sending.note.value = undefined
  }
  const sending = useSending({
    store,
    place,
    isElsewhere: elsewhere.value !== undefined,
    draft: draft.value,
    uploads,
    topicField,
    problem,
    change,
    sent: () => {
      isPreviewing.value = false
      isLarge.value = false
      elsewhere.value = undefined
      setTimeout(() => report?.stop())
    },
  })
  const inserted = insertion(store).value
  useEffect(() => {
    if (inserted?.key !== key) return
    const { text } = inserted
    insertion(store).value = undefined
    const before = content === '' || content.endsWith('\n') ? content : `${content}\n`
    change({ content: before + text })
    box.current?.focus()
  }, [inserted, key])

  /** Takes the text to another place. The page stays where it is. */
  function writeTo(next: WritingPlace): void {
    moveText(next)
    asks.value = undefined
    requestAnimationFrame(() => (topicField.current ?? box.current)?.focus())
  }

  function moveText(next: WritingPlace): void {
    const isHere = narrowKey(next) === narrowKey(here)
    if (narrowKey(next) !== key) {
      change({ content: '', topic: '' })
      changeDraft(store, next, (known) => ({
        content: [known.content, content].filter((text) => text !== '').join('\n'),
        topic: known.topic || topic,
      }))
    }
    elsewhere.value = isHere ? undefined : next
  }

  useMovedDestination({
    store,
    here,
    elsewhere,
    topic,
    changeTopic: (topic) => change({ topic }),
    writeTo: moveText,
  })

  function ask(kind: Asked): void {
    if (kind === 'destination' && uploads.length > 0) problem.value = t.waitForUploads
    else if (kind === 'destination' || sending.hasPlace()) asks.value = kind
  }

  function pressed(event: KeyboardEvent): void {
    paste.pressed(event)
    if (completion.pressed(event)) return
    const key = keyOf(event)
    const isNewLine = key === 'Enter' && event.shiftKey === store.settings.value.enter_sends
    if (isNewLine && box.current !== null && enterInList(box.current)) {
      event.preventDefault()
      completion.moved()
      return
    }
    const sends = key === 'Enter' && store.settings.value.enter_sends && !event.shiftKey
    const command = sends ? 'send' : composerCommand(key)
    if (command === undefined) {
      if (key !== 'ArrowLeft' || content !== '' || isPreviewing.value) return
      editLast(store)
    } else if (command === 'send') sending.submit()
    else if (command === 'preview') writing.togglePreview()
    else if (command === 'snippets') runCommand(store, 'open-snippets')
    else if (command === 'go') sending.goToConversation()
    else if (command === 'leave') leaveComposer(store)
    else apply(command)
    event.preventDefault()
  }

  function apply(format: Format): void {
    writing.apply(format)
    completion.moved()
  }

  async function startCall(): Promise<void> {
    if (isStartingCall.value) return
    isStartingCall.value = true
    try {
      const { callLink } = await import('./toolbar/call-link.ts')
      put(await callLink(store, where))
    } catch (error) {
      if (writing.shownKey.current === key) problem.value = reasonOf(error)
    } finally {
      isStartingCall.value = false
    }
  }

  const where = isConversation(place) ? namesOf(store, place) : (channelName(store, place.channel) ?? '')
  const isEmpty = content.trim() === ''
  const left = store.realm.value.maxMessageLength - lengthOf(content)
  const look = `composer${isDropping ? ' dropping' : ''}${isLarge.value ? ' large' : ''}`
  return (
    <>
      <form
        ref={form}
        class={look}
        onSubmit={(event) => {
          event.preventDefault()
          sending.submit()
        }}
      >
        <Destination
          place={place}
          topic={topic}
          topicField={topicField}
          changeTopic={(value) => change({ topic: value })}
          done={() => box.current?.focus()}
          goBack={elsewhere.value && (() => writeTo(here))}
        />
        <div class="write">
          {completion.completions.length > 0 && !isPreviewing.value && (
            <OptionList
              id="composer-completions"
              options={completion.completions}
              chosen={completion.chosen}
              choose={completion.choose}
            />
          )}
          {isPreviewing.value ? (
            <Preview text={content} onKeyDown={pressed} />
          ) : (
            <textarea
              ref={box}
              rows={1}
              dir="auto"
              value={content}
              aria-label={t.message}
              placeholder={t.writeTo(where)}
              enterkeyhint={store.settings.value.enter_sends ? 'send' : 'enter'}
              {...completion.field}
              onInput={(event) => {
                change({ content: event.currentTarget.value })
                completion.moved()
                if (event.currentTarget.value !== '') report?.typed()
              }}
              onKeyDown={pressed}
              onSelect={completion.moved}
              onBlur={completion.close}
              onPaste={paste.pasted}
            />
          )}
        </div>
        <UploadLines target={key} uploads={uploads} beside={box} />
        <div class="actions">
          <Toolbar
            format={apply}
            attach={() => fileField.current?.click()}
            startCall={hasCalls(store) ? () => void startCall() : undefined}
            ask={ask}
            isPreviewing={isPreviewing.value}
            togglePreview={writing.togglePreview}
            isLarge={isLarge.value}
            toggleLarge={() => {
              isLarge.value = !isLarge.value
            }}
          />
          <SnippetMenu
            text={content}
            put={(text) => {
              isPreviewing.value = false
              put(text)
            }}
          />
          <span class="send-hint" aria-hidden="true">
            {store.settings.value.enter_sends ? t.enterHint : t.controlEnterHint}
          </span>
          <CharactersLeft left={left} />
          <button type="submit" class="send" disabled={isEmpty} aria-label={t.send}>
            <Icon node={ArrowUp} size={18} />
          </button>
          <SendMenu isDisabled={isEmpty} sendAt={sending.sendLater} />
        </div>
        <input
          ref={fileField}
          type="file"
          multiple
          hidden
          aria-label={t.attach}
          onChange={({ currentTarget }) => {
            attach([...(currentTarget.files ?? [])])
            currentTarget.value = ''
          }}
        />
        <p class="problem" role="alert">
          {problem.value || (left < 0 ? t.messageTooLong(store.realm.value.maxMessageLength) : '')}
        </p>
        <p class="only-heard" role="status">
          {completion.completions.length > 0 ? t.suggestionCount(completion.completions.length) : ''}
        </p>
        <p class="note-line" role="status">
          {sending.note.value && <a href={sending.note.value.href}>{sending.note.value.text}</a>}
        </p>
        {isDropping && <p class="drop-hint">{t.dropFiles(where)}</p>}
      </form>
      <AskedDialog
        asks={asks.value}
        writeTo={writeTo}
        send={(text) => {
          asks.value = undefined
          sending.sendText(text)
        }}
        close={() => {
          asks.value = undefined
        }}
      />
    </>
  )
}

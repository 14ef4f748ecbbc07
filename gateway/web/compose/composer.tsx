import { useSignal } from '@preact/signals'
import ArrowUp from 'lucide/dist/esm/icons/arrow-up.mjs'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { leaveComposer } from '../message/focus.ts'
import { isOpenedByKey } from '../message/opening.ts'
import { reportTyping } from '../message/report-typing.ts'
import { isConversation, narrowKey } from '../model/narrow.ts'
import { hashOf } from '../model/route.ts'
import { runCommand, useCommand } from '../parts/commands.ts'
import { OptionList } from '../parts/floating/option-list.tsx'
import { Icon } from '../parts/icon.tsx'
import { keyOf } from '../parts/key-of.ts'
import { channelName, namesOf } from '../store/derived/names.ts'
import { insertion } from '../store/insertion.ts'
import { useStore } from '../store/use-store.ts'
import { reasonOf } from '../store/verbs/notice.ts'
import { send } from '../store/verbs/send.ts'
import { t } from '../texts/texts.ts'
import { isInCode } from './completion/completion-query.ts'
import { useCompletion } from './completion/use-completion.ts'
import { editLast } from './edit-last.ts'
import './composer.css'
import { composerCommand } from './composer-keys.ts'
import { changeDraft, type Draft, draftOf } from './drafts.ts'
import { type Format, formatEdit } from './formats.ts'
import { hasCalls } from './has-calls.ts'
import { usePaste } from './paste/use-paste.ts'
import { Preview } from './preview.tsx'
import { schedule } from './schedule.ts'
import { SendMenu } from './send-menu.tsx'
import { SnippetMenu } from './snippet-menu.tsx'
import { applyEdit, insert, movedPosition } from './text-edit.ts'
import { Toolbar } from './toolbar.tsx'
import { TopicField } from './topic-field.tsx'
import { UploadLines } from './upload-lines.tsx'
import { upload, uploadsTo, withoutMarks } from './uploads.ts'
import { useFileDrop } from './use-file-drop.ts'
import { conversationIn, type WritingPlace } from './writing-place.ts'

/** Maximum height of the box in pixels; longer text scrolls. */
const MOST_HEIGHT = 260
/** The number of characters that are left is shown from here on. */
const COUNTED_FROM = 500

/** Writes into the shown conversation; in a channel, into a topic that the writer names. */
export function Composer({ place }: { place: WritingPlace }) {
  const store = useStore()
  const key = narrowKey(place)
  const draft = useMemo(() => draftOf(store, place), [store, key])
  const { content, topic } = draft.value
  const problem = useSignal('')
  const note = useSignal('')
  const isPreviewing = useSignal(false)
  const isStartingCall = useSignal(false)
  const shownKey = useRef(key)
  shownKey.current = key
  const form = useRef<HTMLFormElement>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  const topicField = useRef<HTMLInputElement>(null)
  const fileField = useRef<HTMLInputElement>(null)
  const report = useMemo(() => (isConversation(place) ? reportTyping(store, place) : undefined), [store, key])
  const completion = useCompletion(box, place, content, 'composer-completions')
  const uploads = uploadsTo(place).value
  const attach = (files: Iterable<File>) => upload(store, place, files, putLines)
  const paste = usePaste({ attach, isInCode: (text, cursor) => isInCode(text.slice(0, cursor)) })
  const isDropping = useFileDrop(attach)

  // With the view, not a frame later: keys typed at once would be shortcuts.
  useLayoutEffect(() => {
    // On phones the keyboard would cover the conversation at once. A field that the user focuses keeps the
    // focus.
    const isFree = document.activeElement?.closest('input, textarea, select, dialog') == null
    if (isFree && matchMedia('(pointer: fine)').matches && !isOpenedByKey()) box.current?.focus()
    return () => report?.stop()
  }, [report])
  // A change from elsewhere, such as the link of a file, leaves the cursor at its text.
  const { current: shown } = box
  const before = shown && {
    value: shown.value,
    range: [shown.selectionStart, shown.selectionEnd],
    isFocused: shown === document.activeElement,
  }
  useLayoutEffect(() => {
    if (box.current === null) return
    if (before?.isFocused && box.current === shown && before.value !== content && content !== '') {
      const [start, end] = before.range.map((at) => movedPosition(at, before.value, content))
      box.current.setSelectionRange(start!, end!)
    }
    fitHeight(box.current)
  }, [content, isPreviewing.value])

  // The preview and the box take each other's focus, and the box its selection.
  const wasPreviewing = useRef(false)
  const selection = useRef<readonly [number, number]>([0, 0])
  useLayoutEffect(() => {
    if (wasPreviewing.current === isPreviewing.value) return
    wasPreviewing.current = isPreviewing.value
    const { current: field } = box
    if (field === null) return form.current?.querySelector<HTMLElement>('.preview')?.focus()
    field.focus()
    field.setSelectionRange(...selection.current)
  }, [isPreviewing.value])

  useCommand('write', () => {
    if (box.current === null) togglePreview()
    else box.current.focus()
  })
  useEffect(() => {
    if (insertion.value?.key !== key) return
    const { text } = insertion.value
    insertion.value = undefined
    const before = content === '' || content.endsWith('\n') ? content : `${content}\n`
    change({ content: before + text })
    box.current?.focus()
  }, [insertion.value, key])

  const change = (fields: Partial<Draft>) => {
    changeDraft(store, place, (known) => ({ ...known, ...fields }))
    problem.value = ''
    note.value = ''
  }

  /** Shows which field is missing. Returns whether the message can be sent. */
  function isComplete(): boolean {
    const { maxMessageLength } = store.realm.value
    if (content.trim() === '') return false
    if (content.length > maxMessageLength) problem.value = t.messageTooLong(maxMessageLength)
    else if (uploads.some(({ state }) => state === 'sending')) problem.value = t.waitForUploads
    else if (!isConversation(place) && topic.trim() === '') {
      problem.value = t.chooseTopic
      topicField.current?.focus()
    } else return true
    return false
  }

  function submit(): void {
    if (!isComplete()) return
    const conversation = conversationIn(place, topic)
    const text = withoutMarks(content)
    if (text.trim() === '') return
    // The request goes out before the page is drawn again.
    send(store, conversation, text)
    change({ content: '', topic: '' })
    isPreviewing.value = false
    setTimeout(() => report?.stop())
    if (!isConversation(place)) location.hash = hashOf(conversation, channelName(store, place.channel))
  }

  /** Opens the conversation that the text is for, and takes the text along. */
  function goToConversation(): void {
    if (isConversation(place)) {
      location.hash = hashOf(place, place.kind === 'topic' ? channelName(store, place.channel) : undefined)
      return
    }
    if (topic.trim() === '') {
      problem.value = t.chooseTopic
      topicField.current?.focus()
      return
    }
    const conversation = conversationIn(place, topic)
    if (content !== '') insertion.value = { key: narrowKey(conversation), text: content }
    change({ content: '', topic: '' })
    location.hash = hashOf(conversation, channelName(store, place.channel))
  }

  async function sendLater(at: number): Promise<void> {
    if (!isComplete()) return
    const problemOf = await schedule(conversationIn(place, topic), withoutMarks(content), at)
    if (problemOf !== undefined) {
      problem.value = problemOf
      return
    }
    change({ content: '', topic: '' })
    report?.stop()
    note.value = t.scheduled
  }

  function pressed(event: KeyboardEvent): void {
    paste.pressed(event)
    if (completion.pressed(event)) return
    const key = keyOf(event)
    const sends = key === 'Enter' && store.settings.value.enter_sends && !event.shiftKey
    const command = sends ? 'send' : composerCommand(key)
    if (command === undefined) {
      if (key !== 'ArrowLeft' || content !== '' || isPreviewing.value) return
      editLast(store)
    } else if (command === 'send') submit()
    else if (command === 'preview') togglePreview()
    else if (command === 'snippets') runCommand('open-snippets')
    else if (command === 'go') goToConversation()
    else if (command === 'leave') {
      leaveComposer()
    } else apply(command)
    event.preventDefault()
  }

  function togglePreview(): void {
    if (box.current !== null) selection.current = [box.current.selectionStart, box.current.selectionEnd]
    isPreviewing.value = !isPreviewing.value
  }

  function apply(format: Format): void {
    if (box.current === null) return
    const { selectionStart, selectionEnd, value } = box.current
    applyEdit(box.current, formatEdit(format, value, [selectionStart, selectionEnd]))
    completion.moved()
  }

  /** Puts text where the cursor is; into the draft while the box is not shown. */
  function put(text: string): void {
    const { current: field } = box
    if (field !== null && shownKey.current === key)
      applyEdit(field, insert([field.selectionStart, field.selectionEnd], text))
    else changeDraft(store, place, (known) => ({ ...known, content: known.content + text }))
  }

  /** Puts whole lines where the cursor is, or at the end of the draft. */
  function putLines(lines: string): void {
    const { current: field } = box
    const before = field === null ? draft.peek().content : field.value.slice(0, field.selectionStart)
    put(before === '' || before.endsWith('\n') ? lines : `\n${lines}`)
  }

  async function startCall(): Promise<void> {
    if (isStartingCall.value) return
    isStartingCall.value = true
    try {
      const { callLink } = await import('./call-link.ts')
      put(await callLink(store, where))
    } catch (error) {
      if (shownKey.current === key) problem.value = reasonOf(error)
    } finally {
      isStartingCall.value = false
    }
  }

  const where = isConversation(place) ? namesOf(store, place) : (channelName(store, place.channel) ?? '')
  const isEmpty = content.trim() === ''
  const left = store.realm.value.maxMessageLength - content.length
  return (
    <form
      ref={form}
      class={isDropping ? 'composer dropping' : 'composer'}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {place.kind === 'channel' && (
        <TopicField
          field={topicField}
          channel={place.channel}
          topic={topic}
          change={(value) => change({ topic: value })}
          done={() => box.current?.focus()}
        />
      )}
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
      <UploadLines place={place} uploads={uploads} beside={box} />
      <div class="actions">
        <Toolbar
          format={apply}
          attach={() => fileField.current?.click()}
          startCall={hasCalls(store) ? () => void startCall() : undefined}
          isPreviewing={isPreviewing.value}
          togglePreview={togglePreview}
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
        {left < COUNTED_FROM && (
          <span class={left < 0 ? 'length too-long' : 'length'} title={t.charactersLeft(left)}>
            {left < 0 ? `−${-left}` : left}
          </span>
        )}
        <button type="submit" class="send" disabled={isEmpty} aria-label={t.send}>
          <Icon node={ArrowUp} size={18} />
        </button>
        <SendMenu isDisabled={isEmpty} sendAt={sendLater} />
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
        {note.value && <a href="#scheduled">{note.value}</a>}
      </p>
      {isDropping && <p class="drop-hint">{t.dropFiles(where)}</p>}
    </form>
  )
}

function fitHeight(box: HTMLTextAreaElement): void {
  box.style.height = 'auto'
  box.style.height = `${Math.min(box.scrollHeight, MOST_HEIGHT)}px`
}

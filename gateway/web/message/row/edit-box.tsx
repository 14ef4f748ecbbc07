import { useSignal } from '@preact/signals'
import { useId, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { conversationOf } from '../../model/conversation.ts'
import { lengthOf } from '../../model/length.ts'
import { CharactersLeft } from '../../parts/characters-left.tsx'
import { keepFocus } from '../../parts/floating/keep-focus.ts'
import { type Held, keeping, taking, typing } from '../../parts/held/held.ts'
import { SavedMeanwhile, showChoice } from '../../parts/held/saved-meanwhile.tsx'
import { keyOf } from '../../parts/key-of.ts'
import { enterInList } from '../../paste/continue-list.ts'
import { applyEdit, insert } from '../../paste/text-edit.ts'
import { useKeptCursor } from '../../paste/use-kept-cursor.ts'
import { usePaste } from '../../paste/use-paste.ts'
import { useStore } from '../../store/use-store.ts'
import { editContent, fetchSource, hasChangedSince } from '../../store/verbs/change-message.ts'
import { reasonOf } from '../../store/verbs/notice.ts'
import { t } from '../../texts/texts.ts'
import { UploadLines } from '../../upload/upload-lines.tsx'
import { upload, uploadsTo, withoutMarks } from '../../upload/uploads.ts'
import { takesFiles } from '../../upload/use-file-drop.ts'
import './edit-box.css'
import { changeEdit, type Editing, editing, editTarget, stopEditing, storeEdited } from '../editing.ts'
import { reportEditing } from '../report-typing.ts'

/** Edits the Markdown of a message in its place. The text stays when the server refuses it. */
export function EditBox({ state }: { state: Editing }) {
  const store = useStore()
  const { mine, other } = state.text
  const choiceId = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const problem = useSignal('')
  const isSaving = useSignal(false)
  const target = editTarget(store, state.id)
  const uploads = uploadsTo(store, target.key).value
  const attach = (files: Iterable<File>) =>
    upload(store, target, files, (marks) => {
      const { selectionStart: start, selectionEnd: end, value } = box.current!
      const isAtLine = start === 0 || value[start - 1] === '\n'
      applyEdit(box.current!, insert([start, end], isAtLine ? marks : `\n${marks}`))
    })
  const paste = usePaste(attach)
  const { maxMessageLength } = store.realm.value
  const left = maxMessageLength - lengthOf(mine)
  const isRefused = mine.trim() === '' || left < 0
  const report = useMemo(() => {
    const message = store.messages.get(state.id)?.peek()
    if (message?.sender_id !== store.me) return undefined
    return reportEditing(store, state.id, conversationOf(message, store.me))
  }, [store, state.id])
  useLayoutEffect(() => () => report?.stop(), [report])
  useLayoutEffect(() => {
    box.current!.focus({ preventScroll: true })
    box.current!.setSelectionRange(mine.length, mine.length)
  }, [])
  useKeptCursor(box, mine)
  const isDrawn = useRef(false)
  useLayoutEffect(() => {
    box.current!.style.height = 'auto'
    box.current!.style.height = `${box.current!.scrollHeight + 2}px`
    // A text that grows would push its buttons below the end of the list.
    if (isDrawn.current) box.current!.closest('form')!.scrollIntoView({ block: 'nearest' })
    isDrawn.current = true
  }, [mine, other, uploads.length])

  async function save(): Promise<void> {
    if (isSaving.value || isRefused) return
    if (uploads.some((one) => one.state === 'sending')) {
      problem.value = t.waitForUploads
      return
    }
    const content = withoutMarks(mine)
    if (other !== undefined) return showChoice(choiceId)
    if (content === state.original) return stopEditing(store)
    if (content.trim() === '') return
    isSaving.value = true
    try {
      await editContent(state.id, state.original, content)
      stopEditing(store)
    } catch (error) {
      if (hasChangedSince(error)) await tellOfChange()
      else problem.value = reasonOf(error)
    } finally {
      isSaving.value = false
    }
  }

  /** Lets the reader choose between both texts, unless the reader has taken the other one meanwhile. */
  async function tellOfChange(): Promise<void> {
    try {
      const original = await fetchSource(state.id)
      if (original === editing(store).peek()?.text.mine) return stopEditing(store)
      storeEdited(store, state.id, original)
      showChoice(choiceId)
    } catch (error) {
      problem.value = reasonOf(error)
    }
  }

  const choose = (chosen: (text: Held<string>) => Held<string>) => {
    changeEdit(store, chosen)
    box.current!.focus()
  }

  useLayoutEffect(() => {
    const element = box.current!
    const giveFocusBack = keepFocus(element.closest('article'))
    const form = element.closest('form')!
    return () => giveFocusBack(form)
  }, [])

  return (
    <form
      class="edit-box"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      {...takesFiles(attach)}
    >
      <textarea
        ref={box}
        rows={1}
        dir="auto"
        value={mine}
        aria-label={t.editMessage}
        onInput={(event) => {
          const { value } = event.currentTarget
          changeEdit(store, (text) => typing(text, value))
          problem.value = ''
          report?.typed()
        }}
        onPaste={paste.pasted}
        onKeyDown={(event) => {
          paste.pressed(event)
          const { enter_sends: enterSends } = store.settings.value
          const saves = enterSends ? !event.shiftKey : event.ctrlKey || event.metaKey
          const isNewLine = keyOf(event) === 'Enter' && event.shiftKey === enterSends
          if (event.key === 'Escape') stopEditing(store)
          else if (event.key === 'Enter' && saves) void save()
          else if (!isNewLine || !enterInList(event.currentTarget)) return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      {other !== undefined && (
        <SavedMeanwhile
          id={choiceId}
          text={other}
          onTake={() => choose(taking)}
          onKeep={() => choose(keeping)}
        />
      )}
      <UploadLines target={target.key} uploads={uploads} beside={box} />
      <div class="buttons">
        <span class="problem" role="alert">
          {left < 0 ? t.messageTooLong(maxMessageLength) : problem.value}
        </span>
        <CharactersLeft left={left} />
        <button type="button" class="button" onClick={() => stopEditing(store)}>
          {t.cancel}
        </button>
        <button type="submit" class="button main" disabled={isSaving.value || isRefused}>
          {t.save}
        </button>
      </div>
    </form>
  )
}

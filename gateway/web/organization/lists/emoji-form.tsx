import { useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { loadPicture } from '../../forms/picture/draw-square.ts'
import { texts as settingsTexts } from '../../forms/settings-texts.ts'
import { usePlaced } from '../../saving/use-placed.tsx'
import { server } from '../../store/requests/server.ts'
import { texts } from '../shared/texts.ts'
import { EMOJI } from './places.ts'

/** The size of a picture at most. The server says so again when it is larger. */
const MAX_MIB = 5
const MIB = 2 ** 20

/** The name that a file suggests: `Party Parrot.gif` is `party_parrot`. */
const nameFrom = (file: string): string =>
  file
    .replace(/\.\w+$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')

interface Chosen {
  readonly file: File
  /** The address of the preview; undefined while it loads, and where this browser cannot show it. */
  readonly url?: string
}

/** Adds an emoji: its picture, which is shown before, and its name. */
export function EmojiForm() {
  const { saving, save, refuse, forget, at, problem, rest } = usePlaced(EMOJI)
  const name = useSignal('')
  const chosen = useSignal<Chosen | undefined>(undefined)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const url = chosen.value?.url
  const isShown = useRef(true)
  useEffect(() => () => URL.revokeObjectURL(url ?? ''), [url])
  useEffect(
    () => () => {
      isShown.current = false
    },
    [],
  )
  const choose = (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > MAX_MIB * MIB) {
      // The same file can be chosen again.
      if (input.current) input.current.value = ''
      return refuse(settingsTexts.pictureTooLarge(MAX_MIB), 'picture')
    }
    forget()
    chosen.value = { file }
    void loadPicture(file).then((loaded) => {
      if (loaded === undefined) return
      if (isShown.current && chosen.value?.file === file) chosen.value = { file, url: loaded.src }
      else URL.revokeObjectURL(loaded.src)
    })
    if (name.value === '') name.value = nameFrom(file.name)
  }
  const add = async (event: SubmitEvent) => {
    event.preventDefault()
    const { value: picture } = chosen
    if (picture === undefined) return refuse(texts.pictureNeeded, 'picture')
    if (saving.name === 'saving') return
    const emoji_name = name.value.trim()
    const isDone = await save(() =>
      server.call('POST /realm/emoji/{emoji_name}', { emoji_name }, { file: picture.file }),
    )
    if (!isDone || chosen.value !== picture) return
    chosen.value = undefined
    name.value = ''
    if (input.current) input.current.value = ''
  }
  // A button cannot be invalid: its description says what is wrong.
  const { 'aria-invalid': _, ...button } = at('picture')
  return (
    <form class="stacked" aria-label={texts.newEmoji} onSubmit={(event) => void add(event)}>
      <h3>{texts.newEmoji}</h3>
      <label for={`${id}-file`}>
        {texts.emojiPicture}
        <span class="text">{texts.emojiHint(MAX_MIB)}</span>
      </label>
      <div class="picture">
        {chosen.value !== undefined && url === undefined && (
          <bdi class="ellipsis">{chosen.value.file.name}</bdi>
        )}
        {url !== undefined && (
          <span class="emoji-preview">
            <img src={url} alt={texts.emojiPreview} width="22" height="22" />
            <img src={url} alt="" width="64" height="64" />
          </span>
        )}
        <input
          ref={input}
          id={`${id}-file`}
          class="only-heard"
          type="file"
          accept="image/*"
          tabIndex={-1}
          onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
        />
        <button {...button} type="button" class="button" onClick={() => input.current?.click()}>
          {texts.upload}
        </button>
      </div>
      {problem('picture', texts.emojiPicture)}
      <label>
        {texts.emojiName}
        <input
          {...at('emoji_name')}
          class="field code"
          required
          maxLength={60}
          autocomplete="off"
          autocapitalize="none"
          value={name.value}
          onInput={({ currentTarget }) => {
            name.value = currentTarget.value
          }}
        />
        <span class="text">{texts.emojiNameHint}</span>
      </label>
      {problem('emoji_name', texts.emojiName)}
      {rest}
      <div class="buttons">
        <button type="submit" class="button main" aria-disabled={saving.name === 'saving'}>
          {texts.add}
        </button>
      </div>
    </form>
  )
}

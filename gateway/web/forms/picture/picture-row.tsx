import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { useListFocus } from '../../parts/floating/use-list-focus.ts'
import { lazily } from '../../parts/lazily.tsx'
import { useSaving } from '../../saving/use-saving.ts'
import { Confirm } from '../confirm.tsx'
import { Row } from '../row.tsx'
import { texts } from '../settings-texts.ts'

const CropDialog = lazily(async () => (await import('./crop-dialog.tsx')).CropDialog)

const MIB = 2 ** 20
/** MiB of a picture of which a part is chosen. Pictures of cameras have less. */
export const MAX_CROPPED_MIB = 50

interface PictureRowProps {
  readonly name: string
  readonly text?: string | undefined
  /** Whether the page has several pictures: the names of the buttons say which. */
  readonly isOneOfSeveral?: boolean
  readonly isFixed: boolean
  /** Whether the reader chooses a square part of the picture. */
  readonly isSquare?: boolean
  /** MiB of an uploaded picture. */
  readonly maxMib: number
  /** The present picture. */
  readonly children: ComponentChildren
  readonly upload: (file: File) => Promise<unknown>
  /** Undefined without an own picture. */
  readonly remove?: (() => Promise<unknown>) | undefined
}

/** A picture that can be chosen, cut to a square, uploaded, and removed after a question. */
export function PictureRow({
  name,
  text,
  isOneOfSeveral = false,
  isFixed,
  isSquare = false,
  maxMib,
  children,
  upload,
  remove,
}: PictureRowProps) {
  const { saving, save, refuse } = useSaving()
  const chosen = useSignal<File | undefined>(undefined)
  const input = useRef<HTMLInputElement>(null)
  const controls = useListFocus<HTMLDivElement>('button')
  const isAsked = useSignal(false)
  const send = (file: File) => {
    const isUncut = file === chosen.value
    chosen.value = undefined
    if (file.size > maxMib * MIB) refuse((isUncut ? texts.pictureNotShown : texts.pictureTooLarge)(maxMib))
    else void save(() => upload(file))
  }
  const take = (file: File | undefined) => {
    input.current!.value = ''
    if (file === undefined) return
    if (!isSquare) send(file)
    else if (file.size > MAX_CROPPED_MIB * MIB) refuse(texts.pictureTooLarge(MAX_CROPPED_MIB))
    else chosen.value = file
  }
  return (
    <Row name={name} text={text} saving={saving}>
      {(ids) => (
        <div class="picture" {...controls}>
          {children}
          <input
            {...ids}
            ref={input}
            class="only-heard"
            type="file"
            accept="image/*"
            tabIndex={-1}
            disabled={isFixed}
            onChange={({ currentTarget }) => take(currentTarget.files?.[0])}
          />
          {!isFixed && (
            <button
              type="button"
              class="button"
              aria-label={isOneOfSeveral ? texts.choosePictureOf(name) : undefined}
              onClick={() => input.current?.click()}
            >
              {texts.choosePicture}
            </button>
          )}
          {!isFixed && remove !== undefined && (
            <button
              type="button"
              class="button"
              aria-label={isOneOfSeveral ? texts.removePictureOf(name) : undefined}
              onClick={() => {
                isAsked.value = true
              }}
            >
              {texts.removePicture}
            </button>
          )}
          {isAsked.value && remove !== undefined && (
            <Confirm
              title={texts.removePictureQuestion(name)}
              warning={texts.removePictureWarning}
              action={texts.removePicture}
              onConfirm={() => void save(remove)}
              onClose={() => {
                isAsked.value = false
              }}
            />
          )}
          {chosen.value !== undefined && (
            <CropDialog
              file={chosen.value}
              onUse={send}
              onClose={() => {
                chosen.value = undefined
              }}
            />
          )}
        </div>
      )}
    </Row>
  )
}

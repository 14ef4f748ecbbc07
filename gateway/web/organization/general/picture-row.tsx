import { useRef } from 'preact/hooks'
import { Row } from '../../forms/row.tsx'
import { useSaving } from '../../forms/saving.ts'
import { useListFocus } from '../../parts/floating/use-list-focus.ts'
import { texts } from '../shared/texts.ts'

interface PictureRowProps {
  readonly name: string
  readonly text: string
  readonly url: string
  /** Whether somebody has uploaded the picture. */
  readonly isUploaded: boolean
  readonly isFixed: boolean
  /** How the picture is shown: small and square, or wide on a ground. */
  readonly look: 'icon' | 'logo' | 'night logo'
  readonly upload: (file: File) => Promise<unknown>
  readonly remove: () => Promise<unknown>
}

/** A picture of the organization, which can be uploaded and removed. */
export function PictureRow({ name, text, url, isUploaded, isFixed, look, upload, remove }: PictureRowProps) {
  const { saving, save } = useSaving()
  const input = useRef<HTMLInputElement>(null)
  const controls = useListFocus<HTMLDivElement>('button')
  const take = (file: File | undefined) => {
    if (file !== undefined) void save(() => upload(file))
    input.current!.value = ''
  }
  return (
    <Row name={name} text={text} saving={saving}>
      {(ids) => (
        <div class="picture" {...controls}>
          {isUploaded && <img class={`of-organization ${look}`} src={url} alt="" />}
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
              aria-label={texts.uploadOf(name)}
              onClick={() => input.current?.click()}
            >
              {texts.upload}
            </button>
          )}
          {!isFixed && isUploaded && (
            <button
              type="button"
              class="button"
              aria-label={texts.removeOf(name)}
              onClick={() => void save(remove)}
            >
              {texts.remove}
            </button>
          )}
        </div>
      )}
    </Row>
  )
}

import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Dialog } from '../../parts/floating/dialog.tsx'
import { t } from '../../texts/texts.ts'
import { CropArea, Part } from './crop-area.tsx'
import './crop.css'
import { drawSquare, loadPicture } from './draw-square.ts'
import { centred, maxZoom, type Square, zoomed, zoomOf } from './square.ts'
import { texts } from './texts.ts'

interface CropDialogProps {
  readonly file: File
  /** Receives the part, or the file as it is when this browser cannot show it: the server may know it. */
  readonly onUse: (file: File) => void
  readonly onClose: () => void
}

/** Lets the reader choose a square of a picture before it is uploaded. */
export function CropDialog({ file, onUse, onClose }: CropDialogProps) {
  const image = useSignal<HTMLImageElement | undefined>(undefined)
  const square = useSignal<Square>({ x: 0, y: 0, side: 1 })
  useEffect(() => {
    let isShown = true
    void loadPicture(file).then((loaded) => {
      if (!isShown) URL.revokeObjectURL(loaded?.src ?? '')
      else if (loaded === undefined) onUse(file)
      else {
        square.value = centred(sizeOf(loaded))
        image.value = loaded
      }
    })
    return () => {
      isShown = false
      URL.revokeObjectURL(image.peek()?.src ?? '')
    }
  }, [file])
  if (image.value === undefined) return null
  const loaded = image.value
  const size = sizeOf(loaded)
  const part = { url: loaded.src, size, square: square.value }
  const change = (next: Square) => {
    square.value = next
  }
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div class="crop">
        <CropArea {...part} onChange={change} />
        <label class="field">
          {texts.zoom}
          <input
            type="range"
            min={1}
            max={maxZoom(size)}
            step={0.01}
            disabled={maxZoom(size) === 1}
            value={zoomOf(square.value, size)}
            onInput={({ currentTarget }) => change(zoomed(square.value, size, Number(currentTarget.value)))}
          />
        </label>
        <div class="crop-previews">
          <span>{texts.preview}</span>
          {['huge', 'large', 'medium'].map((look) => (
            <span key={look} class={`crop-preview ${look}`}>
              <Part {...part} />
            </span>
          ))}
        </div>
      </div>
      <div class="buttons">
        <button type="button" class="button" onClick={onClose}>
          {t.cancel}
        </button>
        <button
          type="button"
          class="button main"
          onClick={() => void drawSquare(loaded, square.value, file).then(onUse)}
        >
          {texts.use}
        </button>
      </div>
    </Dialog>
  )
}

const sizeOf = ({ naturalWidth, naturalHeight }: HTMLImageElement) => ({
  width: naturalWidth,
  height: naturalHeight,
})

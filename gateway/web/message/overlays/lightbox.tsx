import { useSignal } from '@preact/signals'
import ChevronLeft from 'lucide/dist/esm/icons/chevron-left.mjs'
import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs'
import ExternalLink from 'lucide/dist/esm/icons/external-link.mjs'
import X from 'lucide/dist/esm/icons/x.mjs'
import { useRef } from 'preact/hooks'
import { useModal } from '../../parts/floating/use-modal.ts'
import { Icon } from '../../parts/icon.tsx'
import { t } from '../../texts/texts.ts'
import './lightbox.css'
import { closeOverlay, type LightboxImage } from '../../parts/floating/overlay.ts'

interface Props {
  readonly image: LightboxImage
  /** All images of the message, to step through. */
  readonly others: readonly LightboxImage[]
}

/** An image as large as the window. */
export function Lightbox({ image, others }: Props) {
  const box = useRef<HTMLDialogElement>(null)
  const index = useSignal(Math.max(0, others.indexOf(image)))
  const shown = others[index.value] ?? image
  useModal(box)
  const step = (by: number) => {
    index.value = (index.value + by + others.length) % others.length
  }
  return (
    <dialog
      ref={box}
      class="lightbox"
      aria-label={shown.name || t.image}
      onClose={closeOverlay}
      onClick={(event) => {
        if (!(event.target as Element).closest('img, header, button')) box.current?.close()
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') step(-1)
        if (event.key === 'ArrowRight') step(1)
        if (event.key === 'v') box.current?.close()
      }}
    >
      <header>
        <span class="ellipsis">{shown.name}</span>
        <a
          class="icon-button"
          href={shown.original}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t.openOriginal}
          title={t.openOriginal}
        >
          <Icon node={ExternalLink} size={18} />
        </a>
        <button type="button" class="icon-button" aria-label={t.close} onClick={() => box.current?.close()}>
          <Icon node={X} size={20} />
        </button>
      </header>
      <div class="stage">
        {others.length > 1 && (
          <button type="button" class="icon-button" aria-label={t.previousImage} onClick={() => step(-1)}>
            <Icon node={ChevronLeft} size={24} />
          </button>
        )}
        <img src={shown.source} alt={shown.name} />
        {others.length > 1 && (
          <button type="button" class="icon-button" aria-label={t.nextImage} onClick={() => step(1)}>
            <Icon node={ChevronRight} size={24} />
          </button>
        )}
      </div>
    </dialog>
  )
}

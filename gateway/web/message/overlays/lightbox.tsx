import { useSignal } from '@preact/signals'
import ChevronLeft from 'lucide/dist/esm/icons/chevron-left.mjs'
import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs'
import Download from 'lucide/dist/esm/icons/download.mjs'
import ExternalLink from 'lucide/dist/esm/icons/external-link.mjs'
import X from 'lucide/dist/esm/icons/x.mjs'
import ZoomIn from 'lucide/dist/esm/icons/zoom-in.mjs'
import ZoomOut from 'lucide/dist/esm/icons/zoom-out.mjs'
import { useEffect, useRef } from 'preact/hooks'
import { useModal } from '../../parts/floating/use-modal.ts'
import { Icon } from '../../parts/icon.tsx'
import { nameOf } from '../../store/derived/names.ts'
import { useStore } from '../../store/use-store.ts'
import { fullDateOf } from '../../texts/dates.ts'
import { t } from '../../texts/texts.ts'
import './lightbox.css'
import { closeOverlay, type LightboxImage } from '../../parts/floating/overlay.ts'
import { lineStep } from '../../parts/line-step.ts'
import { useZoom } from './zoom.ts'

interface Props {
  /** The id of the message with the images. */
  readonly message: number
  readonly image: LightboxImage
  /** All images and videos of the message, to step through. */
  readonly others: readonly LightboxImage[]
}

/** An image or a video as large as the window. */
export function Lightbox({ message: id, image, others }: Props) {
  const store = useStore()
  const box = useRef<HTMLDialogElement>(null)
  const index = useSignal(Math.max(0, others.indexOf(image)))
  const shown = others[index.value] ?? image
  const message = store.messages.get(id)?.value
  const { zoom, image: picture, reset, enlarge, reduce, moveTowards, listeners } = useZoom()
  useModal(box)
  useEffect(reset, [shown])
  const step = (by: number) => {
    index.value = (index.value + by + others.length) % others.length
  }
  const { scale, x, y } = zoom.value
  return (
    <dialog
      ref={box}
      class="lightbox"
      aria-label={shown.name || t.image}
      onClose={() => closeOverlay(store)}
      onClick={(event) => {
        if (!(event.target as Element).closest('img, video, header, button')) box.current?.close()
      }}
      onKeyDown={(event) => {
        const along = lineStep(event.key)
        const isChord = event.ctrlKey || event.metaKey || event.altKey
        // The browser has keys for its own zoom, and a focused video for its time and volume.
        if (isChord || event.target instanceof HTMLVideoElement) return
        if (moveTowards(event.key)) event.preventDefault()
        else if (along !== 0) step(along)
        if (event.key === '+' || event.key === '=') enlarge()
        if (event.key === '-') reduce()
        if (event.key === '0') reset()
        if (event.key === 'v') box.current?.close()
      }}
    >
      <header>
        <span class="of-image">
          <strong class="ellipsis" dir="auto">
            {shown.name}
          </strong>
          {message && (
            <small class="ellipsis">
              <bdi>{nameOf(store, message.sender_id)}</bdi> ·{' '}
              <time>{fullDateOf(message.timestamp, store.settings.value.twenty_four_hour_time)}</time>
            </small>
          )}
        </span>
        {shown.isVideo !== true && (
          <>
            <button
              type="button"
              class="icon-button"
              aria-label={t.reduce}
              title={t.reduce}
              disabled={scale === 1}
              onClick={reduce}
            >
              <Icon node={ZoomOut} size={18} />
            </button>
            <button
              type="button"
              class="icon-button"
              aria-label={t.enlarge}
              title={t.enlarge}
              onClick={enlarge}
            >
              <Icon node={ZoomIn} size={18} />
            </button>
          </>
        )}
        <a
          class="icon-button"
          href={shown.original}
          download={shown.name}
          aria-label={t.download}
          title={t.download}
        >
          <Icon node={Download} size={18} />
        </a>
        <a
          class="icon-button"
          href={shown.source}
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
        <div class="frame">
          {shown.isVideo ? (
            // biome-ignore lint/a11y/useMediaCaption: people's videos come without captions.
            <video key={shown.source} src={shown.source} controls />
          ) : (
            <img
              ref={picture}
              src={shown.source}
              alt={shown.name}
              draggable={false}
              class={scale > 1 ? 'enlarged' : undefined}
              style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}
              {...listeners}
            />
          )}
        </div>
        {others.length > 1 && (
          <button type="button" class="icon-button" aria-label={t.nextImage} onClick={() => step(1)}>
            <Icon node={ChevronRight} size={24} />
          </button>
        )}
      </div>
    </dialog>
  )
}

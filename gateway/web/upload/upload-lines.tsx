import Pause from 'lucide/dist/esm/icons/pause.mjs'
import Play from 'lucide/dist/esm/icons/play.mjs'
import X from 'lucide/dist/esm/icons/x.mjs'
import type { RefObject } from 'preact'
import { useListFocus } from '../parts/floating/use-list-focus.ts'
import { Icon } from '../parts/icon.tsx'
import { useStore } from '../store/use-store.ts'
import { sizeOf } from '../texts/sizes.ts'
import { t } from '../texts/texts.ts'
import './upload-lines.css'
import { cancelUpload, continueUpload, pauseUpload, type Upload } from './uploads.ts'

interface UploadLinesProps {
  /** The key of the text that the files are for. */
  readonly target: string
  readonly uploads: readonly Upload[]
  /** Takes the focus when the last line disappears. */
  readonly beside: RefObject<HTMLElement | null>
}

/** The files being uploaded, each with its progress. */
export function UploadLines({ target, uploads, beside }: UploadLinesProps) {
  const list = useListFocus<HTMLUListElement>('button', () => beside.current)
  if (uploads.length === 0) return null
  return (
    <ul class="upload-lines" aria-label={t.uploads} {...list}>
      {uploads.map((upload) => (
        <UploadLine key={upload.id} target={target} upload={upload} />
      ))}
    </ul>
  )
}

function UploadLine({ target, upload }: { target: string; upload: Upload }) {
  const store = useStore()
  const { id, name, size, sent, state, reason } = upload
  const hasFailed = state === 'failed' || state === 'refused'
  const percent = size === 0 ? 100 : Math.floor((sent / size) * 100)
  return (
    <li>
      <span class="name ellipsis">{name}</span>
      <progress value={percent} max={100} aria-label={t.uploadOf(name)} />
      <span class={hasFailed ? 'progress failed' : 'progress'}>
        {hasFailed
          ? `${t.uploadFailed} ${reason}`
          : t.uploaded(percent, sizeOf(sent), sizeOf(size), state === 'paused')}
      </span>
      {state === 'refused' ? null : state === 'sending' ? (
        <button
          type="button"
          class="icon-button"
          aria-label={t.pauseUpload(name)}
          onClick={() => pauseUpload(store, target, id)}
        >
          <Icon node={Pause} />
        </button>
      ) : (
        <button
          type="button"
          class="icon-button"
          aria-label={t.continueUpload(name)}
          onClick={() => continueUpload(store, target, id)}
        >
          <Icon node={Play} />
        </button>
      )}
      <button
        type="button"
        class="icon-button"
        aria-label={t.cancelUpload(name)}
        onClick={() => cancelUpload(store, target, id)}
      >
        <Icon node={X} />
      </button>
    </li>
  )
}

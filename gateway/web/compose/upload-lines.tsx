import Pause from 'lucide/dist/esm/icons/pause.mjs'
import Play from 'lucide/dist/esm/icons/play.mjs'
import X from 'lucide/dist/esm/icons/x.mjs'
import { Icon } from '../parts/icon.tsx'
import { sizeOf } from '../texts/sizes.ts'
import { t } from '../texts/texts.ts'
import { cancelUpload, continueUpload, pauseUpload, type Upload } from './uploads.ts'
import type { WritingPlace } from './writing-place.ts'

/** The files being uploaded, each with its progress. */
export const UploadLines = ({ place, uploads }: { place: WritingPlace; uploads: readonly Upload[] }) =>
  uploads.length === 0 ? null : (
    <ul class="upload-lines" aria-label={t.uploads}>
      {uploads.map((upload) => (
        <UploadLine key={upload.id} place={place} upload={upload} />
      ))}
    </ul>
  )

function UploadLine({ place, upload }: { place: WritingPlace; upload: Upload }) {
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
          onClick={() => pauseUpload(place, id)}
        >
          <Icon node={Pause} />
        </button>
      ) : (
        <button
          type="button"
          class="icon-button"
          aria-label={t.continueUpload(name)}
          onClick={() => continueUpload(place, id)}
        >
          <Icon node={Play} />
        </button>
      )}
      <button
        type="button"
        class="icon-button"
        aria-label={t.cancelUpload(name)}
        onClick={() => cancelUpload(place, id)}
      >
        <Icon node={X} />
      </button>
    </li>
  )
}

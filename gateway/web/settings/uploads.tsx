import { useSignal } from '@preact/signals'
import FileIcon from 'lucide/dist/esm/icons/file.mjs'
import Trash from 'lucide/dist/esm/icons/trash.mjs'
import { useEffect, useRef } from 'preact/hooks'
import type { Answer } from '../client/index.ts'
import { Confirm } from '../forms/confirm.tsx'
import { Select } from '../forms/controls.tsx'
import { texts } from '../forms/settings-texts.ts'
import { plain } from '../model/rank.ts'
import { hashOf } from '../model/route.ts'
import { Blank } from '../parts/blank.tsx'
import { useListFocus } from '../parts/floating/use-list-focus.ts'
import { Icon } from '../parts/icon.tsx'
import { LazyRows } from '../parts/lazy-rows.tsx'
import { Problem } from '../saving/problem.tsx'
import { useSaving } from '../saving/use-saving.ts'
import { server } from '../store/requests/server.ts'
import { useStore } from '../store/use-store.ts'
import { collator } from '../texts/collator.ts'
import { briefly } from '../texts/dates.ts'
import { sizeOf } from '../texts/sizes.ts'
import { t } from '../texts/texts.ts'
import './uploads.css'
import { FilterField } from '../forms/filter-field.tsx'

type Files = Answer<'GET /attachments'>
type File = Files['attachments'][number]

/** Pixels of a line. */
const LINE = 56
const BYTES_IN_MIB = 1024 * 1024
/** Most messages of a file that are named. */
const MOST_MESSAGES = 3

const ORDERS = ['newest', 'size', 'name'] as const
type Order = (typeof ORDERS)[number]

const compare: Readonly<Record<Order, (a: File, b: File) => number>> = {
  newest: (a, b) => b.create_time - a.create_time || b.id - a.id,
  size: (a, b) => b.size - a.size || b.id - a.id,
  name: (a, b) => collator.compare(a.name, b.name) || b.id - a.id,
}

/** The reader's files, which are loaded again when one of them changes. */
function useFiles(): { files: Files | 'failed' | undefined; load: () => void } {
  const store = useStore()
  const files = useSignal<Files | 'failed' | undefined>(undefined)
  const load = () =>
    void server.call('GET /attachments').then(
      (answer) => {
        files.value = answer
      },
      () => {
        files.value ??= 'failed'
      },
    )
  useEffect(() => {
    load()
    const follow = ({ type }: { type: string }) => {
      if (type === 'attachment') load()
    }
    store.listeners.add(follow)
    return () => {
      store.listeners.delete(follow)
    }
  }, [store])
  return { files: files.value, load }
}

/** The files that the reader has uploaded: their sizes, where they are used, and how to delete them. */
export function Uploads() {
  const store = useStore()
  const { files, load } = useFiles()
  const filter = useSignal('')
  const order = useSignal<Order>('newest')
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useListFocus<HTMLDivElement>('.files button', () => heading.current)
  if (files === undefined) {
    return (
      <p class="text" role="status">
        {t.loading}
      </p>
    )
  }
  if (files === 'failed') {
    return (
      <Blank icon={FileIcon} title={texts.filesFailed} hint={t.loadFailedHint}>
        <button type="button" class="button" onClick={load}>
          {t.tryAgain}
        </button>
      </Blank>
    )
  }
  const { attachments, upload_space_used: used } = files
  const quota = store.realmSettings.value.upload_quota_mib
  const all = typeof quota === 'number' ? quota * BYTES_IN_MIB : undefined
  const asked = plain(filter.value)
  const found = attachments.filter(({ name }) => plain(name).includes(asked)).sort(compare[order.value])
  const own = found.reduce((sum, { size }) => sum + size, 0)
  return (
    <section>
      <h2 class="only-heard" tabIndex={-1} ref={heading}>
        {texts.uploads}
      </h2>
      <p class="text">{texts.uploadsHint}</p>
      <p class="text">
        {all === undefined ? texts.spaceUsed(sizeOf(used)) : texts.spaceOf(sizeOf(used), sizeOf(all))}
      </p>
      {all !== undefined && (
        <progress
          class="quota"
          max={all}
          value={used}
          aria-label={texts.spaceOf(sizeOf(used), sizeOf(all))}
        />
      )}
      <div {...list}>
        {attachments.length === 0 ? (
          <Blank icon={FileIcon} title={texts.noFiles} hint={texts.noFilesHint} />
        ) : (
          <>
            <div class="add beside">
              <FilterField label={texts.filterFiles} text={filter} />
              <Select
                ids={{}}
                label={texts.fileOrder}
                value={order.value}
                options={ORDERS.map((value) => ({ value, name: texts.fileOrders[value] }))}
                onChange={(chosen) => {
                  order.value = chosen
                }}
              />
            </div>
            <p class="text" role="status">
              {texts.ownSpace(found.length, sizeOf(own))}
            </p>
            <div class="files">
              <LazyRows rows={found} rowHeight={LINE}>
                {(file) => <FileLine key={file.id} file={file} onDeleted={load} />}
              </LazyRows>
            </div>
          </>
        )}
      </div>
    </section>
  )
}

function FileLine({ file, onDeleted }: { file: File; onDeleted: () => void }) {
  const store = useStore()
  const { saving, save } = useSaving()
  const isAsking = useSignal(false)
  const { id, name, path_id, size, create_time, messages } = file
  const uses24Hours = store.settings.value.twenty_four_hour_time
  const more = messages.length - MOST_MESSAGES
  const remove = async () => {
    const isDone = await save(() =>
      server.call('DELETE /attachments/{attachment_id}', { attachment_id: id }, { isRepeatable: true }),
    )
    if (isDone) onDeleted()
  }
  return (
    <li>
      <div class="file">
        <span class="about">
          <a class="ellipsis" dir="auto" href={`/user_uploads/${path_id}`} target="_blank" rel="noopener">
            {name}
          </a>
          <span class="text">
            {messages.length === 0
              ? texts.unused
              : messages.slice(0, MOST_MESSAGES).map(({ id: message, date_sent }) => (
                  <a
                    key={message}
                    class="link"
                    href={hashOf({
                      kind: 'search',
                      terms: [{ operator: 'id', operand: message, negated: false }],
                    })}
                  >
                    {texts.usedAt(briefly(date_sent / 1000, uses24Hours))}
                  </a>
                ))}
            {more > 0 && t.andMore(more)}
          </span>
        </span>
        <span class="text numbers">{briefly(create_time / 1000, uses24Hours)}</span>
        <span class="text numbers">{sizeOf(size)}</span>
        <button
          type="button"
          class="icon-button"
          aria-label={texts.deleteFile(name)}
          title={texts.deleteFile(name)}
          onClick={() => {
            isAsking.value = true
          }}
        >
          <Icon node={Trash} />
        </button>
      </div>
      <Problem saving={saving} />
      {isAsking.value && (
        <Confirm
          title={texts.deleteFileQuestion(name)}
          warning={texts.deleteFileWarning}
          action={texts.deleteNow}
          onConfirm={() => void remove()}
          onClose={() => {
            isAsking.value = false
          }}
        />
      )}
    </li>
  )
}

import { useEffect, useState } from 'preact/hooks'
import { MessageContent } from '../message/content/message-content.tsx'
import { server } from '../store/requests/server.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'

/** A text as the server will show it. */
export function Preview({ text, onKeyDown }: { text: string; onKeyDown: (event: KeyboardEvent) => void }) {
  const store = useStore()
  const [html, setHtml] = useState<string>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    const ended = new AbortController()
    server
      .call('POST /messages/render', { content: text }, { isRepeatable: true, signal: ended.signal })
      .then(
        ({ rendered }) => setHtml(rendered),
        () => setFailed(!ended.signal.aborted),
      )
    return () => ended.abort()
  }, [text])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll the preview by focusing it.
    <section class="preview" aria-label={t.preview} tabIndex={0} onKeyDown={onKeyDown}>
      {hasFailed ? (
        <p class="nothing">{t.previewFailed}</p>
      ) : text.trim() === '' ? (
        <p class="nothing">{t.nothingToPreview}</p>
      ) : html === undefined ? (
        <p class="nothing">{t.loading}</p>
      ) : (
        <MessageContent id={0} html={html} me={store.me} />
      )}
    </section>
  )
}

import { useMemo } from 'preact/hooks'
import { textOfHtml } from '../parts/text-of-html.ts'

/** The description of a channel in one line, without its formatting. */
export function ChannelDescription({ html }: { html: string }) {
  const text = useMemo(() => textOfHtml(html), [html])
  return text === '' ? null : <span class="description ellipsis">{text}</span>
}

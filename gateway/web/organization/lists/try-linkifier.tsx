import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { translated } from '../../texts/server-texts.ts'
import { texts } from '../shared/texts.ts'

interface TryLinkifierProps {
  readonly pattern: string
  readonly urlTemplate: string
}

interface Found {
  readonly text: string
  readonly url: string
}

const MOST_LINKS = 5
const MAX_TEXT = 500

/** Shows what of a typed text becomes a link, as the server will decide it. */
export function TryLinkifier({ pattern, urlTemplate }: TryLinkifierProps) {
  const text = useSignal('')
  const outcome = useSignal<readonly Found[] | string | undefined>(undefined)
  const typed = text.value
  useEffect(() => {
    if (typed === '' || pattern === '' || urlTemplate === '') {
      outcome.value = undefined
      return
    }
    let isCurrent = true
    void linksIn(typed, pattern, urlTemplate).then((found) => {
      if (isCurrent) outcome.value = found
    })
    return () => {
      isCurrent = false
    }
  }, [typed, pattern, urlTemplate])
  return (
    <div class="try-out">
      <label>
        {texts.tryOut}
        <input
          class="field"
          dir="auto"
          maxLength={MAX_TEXT}
          autocomplete="off"
          placeholder={texts.tryOutHint}
          value={typed}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value
          }}
        />
      </label>
      <div role="status">
        {typeof outcome.value === 'string' && <p class="text">{outcome.value}</p>}
        {typeof outcome.value === 'object' && outcome.value.length === 0 && (
          <p class="text">{texts.noLink}</p>
        )}
        {typeof outcome.value === 'object' &&
          outcome.value.map((found) => (
            <p key={found.text} class="text">
              {texts.linksTo(found.text)} <code>{found.url}</code>
            </p>
          ))}
      </div>
    </div>
  )
}

/** The links that a linkifier makes of a text, or why it is none. */
async function linksIn(
  text: string,
  pattern: string,
  urlTemplate: string,
): Promise<readonly Found[] | string> {
  // Large and rarely needed: the engine of regular expressions that the server uses.
  const { compileLinkifier } = await import('../../../../core/state/linkifiers/compile.ts')
  try {
    const { expression, groups, url } = compileLinkifier({ pattern, urlTemplate })
    const matcher = expression.matcher(text)
    const found = new Map<string, string>()
    let from = 0
    while (found.size < MOST_LINKS && from <= text.length && matcher.find(from)) {
      const values = Object.fromEntries(groups.map((name) => [name, matcher.group(name) ?? '']))
      const address = url(values)
      if (address !== undefined) found.set(matcher.group(1) ?? '', address)
      // What surrounds a match may surround the next one.
      from = Math.max(matcher.end(1), matcher.start() + 1)
    }
    return [...found].map(([matched, address]) => ({ text: matched, url: address }))
  } catch (error) {
    // The server's sentence, so that it is the same before and after saving.
    return translated((error as Error).message)
  }
}

/** The class of the words in HTML of the server that match a search. */
const CLASS = 'highlight'

/** Replaces the server's spans around found words by `<mark>`, whose meaning screen readers know. */
export function markFoundWords(fragment: DocumentFragment): void {
  for (const span of fragment.querySelectorAll(`span.${CLASS}`)) {
    const mark = document.createElement('mark')
    mark.className = 'found-word'
    mark.append(...span.childNodes)
    span.replaceWith(mark)
  }
}

/** Text with found words, as the server's HTML of it. */
export function FoundText({ html }: { html: string }) {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const parts = [...body.childNodes].map((node) =>
    node instanceof Element ? <mark class="found-word">{node.textContent}</mark> : node.textContent,
  )
  return <>{parts}</>
}

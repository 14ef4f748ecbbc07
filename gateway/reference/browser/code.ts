/** The address in examples, as `EXAMPLE_SITE` of the build. */
const EXAMPLE_SITE = 'https://chat.example.com'

/** Replaces the address in requests by the address of this server, so that they can be copied. */
export function nameSite(): void {
  for (const block of document.querySelectorAll('.sample code, .guide pre code, .start pre code')) {
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      if (text.data.includes(EXAMPLE_SITE)) text.data = text.data.replaceAll(EXAMPLE_SITE, location.origin)
    }
  }
}

/** Adds a button to each block of code that copies it. */
export function showCopyButtons(): void {
  if (navigator.clipboard === undefined) return
  for (const block of document.querySelectorAll<HTMLElement>('pre.code:not(.answer)')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.ariaLabel = `Copy: ${block.ariaLabel ?? 'code'}`
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '')
      button.textContent = 'Copied'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 2000)
    })
    const frame = document.createElement('div')
    frame.className = 'copyable'
    block.replaceWith(frame)
    frame.append(block, button)
  }
}

const LANGUAGE = 'reference-language'

/** Shows examples in the language that the reader chose last. */
export function rememberLanguage(): void {
  const choices = [...document.querySelectorAll<HTMLInputElement>('input[name="language"]')]
  const known = choices.find(({ value }) => value === localStorage.getItem(LANGUAGE))
  if (known !== undefined) known.checked = true
  for (const choice of choices) {
    choice.addEventListener('change', () => localStorage.setItem(LANGUAGE, choice.value))
  }
}

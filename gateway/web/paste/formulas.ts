const FORMULAS = '.katex-display, .katex, .mwe-math-element, math'

/** Formulas, which pages show in several ways at once, become the TeX that they were made of. */
export function tidyFormulas(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>(FORMULAS)) {
    const source = element.querySelector('annotation[encoding="application/x-tex"]')?.textContent
    if (!source || !body.contains(element)) continue
    const tex = source.trim().replace(/^\{\\displaystyle ([\s\S]*)\}$/, '$1')
    element.replaceWith(
      element.matches('.katex-display') ? blockOf(body, tex) : `$$${tex.replace(/\s+/g, ' ')}$$`,
    )
  }
}

function blockOf({ ownerDocument: document }: HTMLElement, tex: string): HTMLElement {
  const block = document.createElement('pre')
  block.className = 'language-math'
  block.textContent = tex
  return block
}

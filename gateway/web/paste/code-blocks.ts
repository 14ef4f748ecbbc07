const CODE_CELLS = '.blob-code, .js-file-line, .hljs-ln-code, .line_content, [style*="white-space: pre;"]'

/** Makes code that pages show in tables and boxes the preformatted text of HTML. */
export function tidyCode(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) codeTable(table)
  for (const box of body.querySelectorAll<HTMLElement>('div, code')) codeBox(box)
}

/**
 * A table of lines of code, with numbers beside them, as pages of repositories show files and their changes.
 */
function codeTable(table: HTMLTableElement): void {
  if (table.closest('pre') !== null) return
  const lines = [...table.rows].map((row) => {
    const cells = [...row.cells].filter((cell) => cell.textContent!.trim() !== '')
    const code = [...row.cells].filter((cell) => cell.matches(CODE_CELLS))
    const isCode = cells.every((cell) => code.includes(cell) || /^\s*\d+\s*$/.test(cell.textContent!))
    return isCode && code.length === 1 ? markerIn(code[0]!) + code[0]!.textContent! : undefined
  })
  if (lines.length === 0 || lines.includes(undefined)) return
  replaceByCode(table, lines.map((line) => line!.replace(/\n+$/, '')).join('\n'))
}

/** Pages of changes show the + and - of a line by a style. */
const markerIn = (cell: HTMLElement): string =>
  cell.querySelector<HTMLElement>('[data-code-marker]')?.dataset.codeMarker ?? ''

/** Editors copy code as a box of lines that keeps its spaces. */
function codeBox(box: HTMLElement): void {
  if (!box.isConnected || box.closest('pre, table') !== null) return
  const isKept = box.style.whiteSpace === 'pre' || box.classList.contains('whitespace-pre!')
  const isCode =
    box.nodeName === 'CODE' || /monospace|mono\b|courier|consolas|menlo/i.test(box.style.fontFamily)
  if (isKept && isCode && (box.querySelector('div, br') || box.textContent!.includes('\n')))
    replaceByCode(box, textOf(box), languageOf(box))
}

function replaceByCode(element: HTMLElement, text: string, language = ''): void {
  const code = element.ownerDocument.createElement('pre')
  code.textContent = text
  if (language !== '') code.className = `language-${language}`
  element.replaceWith(code)
}

/** The text of preformatted code without what surrounds it. Some pages make each of its lines an element. */
export function codeIn(pre: HTMLElement): string {
  const parts = pre.querySelectorAll<HTMLElement>('code')
  return textOf(parts.length === 1 ? parts[0]! : pre)
}

function textOf(element: HTMLElement): string {
  for (const end of element.querySelectorAll('br')) end.replaceWith('\n')
  for (const line of element.querySelectorAll('div, p, li, tr'))
    if (!line.textContent?.endsWith('\n')) line.append('\n')
  return element.textContent!
}

const LANGUAGE = /(?:language|lang|highlight-source)-([\w+#-]+)/

/** The language that a page names at preformatted code, inside it, or around it. */
export function languageOf(pre: HTMLElement): string {
  const around = pre.parentElement!
  const named = around.dataset.codeLanguage
  if (named !== undefined) return named.toLowerCase()
  const classes = [pre, pre.querySelector('code'), around].map((element) => element?.className ?? '')
  return LANGUAGE.exec(classes.join(' '))?.[1] ?? ''
}

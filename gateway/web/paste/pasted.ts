/** The result of a paste in a text. */
export type Pasted =
  /** The browser inserts the text as it is. */
  | { readonly kind: 'plain' }
  | { readonly kind: 'files'; readonly files: readonly File[] }
  /** Replaces the selection at once. */
  | { readonly kind: 'text'; readonly text: string }
  /** Its Markdown replaces the selection. */
  | { readonly kind: 'html'; readonly html: string; readonly text: string }

interface Around {
  readonly selected: string
  /** Whether the cursor is in code, where text stays as it is. */
  readonly isInCode: boolean
  /** The writer asks for the text without its format. */
  readonly isPlain: boolean
}

const ADDRESS = /^(?:https?:\/\/|mailto:)\S+$/i
/** Editors of code copy text with colours and no other format. */
const OF_CODE_EDITORS = ['vscode-editor-data', 'application/vnd.code.copymetadata']

/** Chooses from the forms in which a program has copied the same thing. */
export function pastedFrom(data: DataTransfer, { selected, isInCode, isPlain }: Around): Pasted {
  const text = data.getData('text/plain')
  const html = data.getData('text/html')
  const files = [...data.files]
  if (files.length > 0 && !isPictureOf(files, text)) return { kind: 'files', files }
  if (isPlain || isInCode) return { kind: 'plain' }
  const address = text.trim()
  if (ADDRESS.test(address) && selected.trim() !== '' && !/[\n[\]]/.test(selected))
    return ADDRESS.test(selected.trim())
      ? { kind: 'plain' }
      : { kind: 'text', text: `[${selected}](${address})` }
  const isOfEditor = OF_CODE_EDITORS.some((type) => data.types.includes(type))
  return html.trim() === '' || isOfEditor ? { kind: 'plain' } : { kind: 'html', html, text }
}

/** Programs of tables and texts add a picture of the copied text. Of a copied file, the text is its name. */
function isPictureOf(files: readonly File[], text: string): boolean {
  if (text.trim() === '' || files.some(({ type }) => !type.startsWith('image/'))) return false
  const names = new Set(files.map(({ name }) => name))
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  return !lines.every((line) => names.has(nameIn(line)))
}

function nameIn(path: string): string {
  const name = path.trim().split(/[\\/]/).at(-1)!
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

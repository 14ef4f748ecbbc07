import { formulaBlock } from '../rendering/math.ts'
import { isOnlyPreviewed, takePreviews } from '../rendering/media-preview.ts'
import type { RenderState } from '../rendering/state.ts'
import { codeBlock } from './code-block.ts'
import type { Alignment, Block, Item, List, Table } from './tree.ts'

/** Renders the inline Markdown of a text as HTML. */
export type InlineHtml = (text: string) => string

/** Writes blocks as HTML, one per line. Maintains `state.quoteDepth` for `inline`. */
export function writeBlocks(blocks: readonly Block[], state: RenderState, inline: InlineHtml): string {
  return writeLines(blocks, state, inline).replace(/\n$/, '')
}

/** Writes each block with a line end, followed by the previews of its links without one. */
function writeLines(blocks: readonly Block[], state: RenderState, inline: InlineHtml): string {
  let html = ''
  for (const block of blocks) {
    const written = writeBlock(block, state, inline)
    html += written === '' ? takePreviews(state) : `${written}\n${takePreviews(state)}`
  }
  return html
}

function writeBlock(block: Block, state: RenderState, inline: InlineHtml): string {
  switch (block.type) {
    case 'paragraph': {
      const text = writeText(block.text, state, inline)
      return text === '' && state.previews.length > 0 ? '' : `<p>${text}</p>`
    }
    case 'heading':
      return `<h${block.level}>${inline(block.text)}</h${block.level}>`
    case 'rule':
      return '<hr>'
    case 'code':
      return block.language.toLowerCase() === 'math'
        ? formulaBlock(block.text, state)
        : codeBlock(block, state)
    case 'quote': {
      state.quoteDepth += 1
      const content = writeLines(block.children, state, inline)
      state.quoteDepth -= 1
      return `<blockquote>\n${content}</blockquote>`
    }
    case 'spoiler': {
      const header = writeLines(block.header, state, inline)
      const content = writeLines(block.children, state, inline)
      return (
        `<div class="spoiler-block"><div class="spoiler-header">\n${header}</div>` +
        `<div class="spoiler-content" aria-hidden="true">\n${content}</div></div>`
      )
    }
    case 'list':
      return writeList(block, state, inline)
    case 'table':
      return writeTable(block, state, inline)
  }
}

/** Returns an empty string for a text that is only one link, because its preview replaces it. */
function writeText(text: string, state: RenderState, inline: InlineHtml): string {
  const html = inline(text)
  return isOnlyPreviewed(html, state) ? '' : html
}

function writeList(list: List, state: RenderState, inline: InlineHtml): string {
  const items = list.items.map((item) => `${writeItem(item, state, inline)}\n`).join('')
  if (!list.ordered) return `<ul>\n${items}</ul>`
  const start = list.start === 1 ? '' : ` start="${list.start}"`
  return `<ol${start}>\n${items}</ol>`
}

/** In a tight item, text follows `<li>` directly, and the next block follows the text directly. */
function writeItem(item: Item, state: RenderState, inline: InlineHtml): string {
  let html = '<li>'
  for (const [index, child] of item.children.entries()) {
    if (child.type === 'paragraph' && !item.loose) {
      html += writeText(child.text, state, inline) + takePreviews(state)
    } else {
      html += `${index === 0 ? '\n' : ''}${writeLines([child], state, inline)}`
    }
  }
  return `${html}</li>`
}

function writeTable(table: Table, state: RenderState, inline: InlineHtml): string {
  const cellHtml = (cell: string) => inline(cell) + takePreviews(state)
  const header = writeRow(table.header, 'th', table.alignments, cellHtml)
  const rows = table.rows.map((row) => writeRow(row, 'td', table.alignments, cellHtml)).join('')
  return `<table>\n<thead>\n${header}</thead>\n<tbody>\n${rows}</tbody>\n</table>`
}

function writeRow(
  cells: readonly string[],
  tag: string,
  alignments: Alignment[],
  inline: InlineHtml,
): string {
  const html = cells.map((cell, column) => {
    const alignment = alignments[column]
    const style = alignment === undefined ? '' : ` style="text-align: ${alignment};"`
    return `<${tag}${style}>${inline(cell)}</${tag}>\n`
  })
  return `<tr>\n${html.join('')}</tr>\n`
}

import { codeBlock } from '../code/block.ts'
import { formulaBlock } from '../math.ts'
import { isOnlyPreviewed, takePreviews } from '../preview.ts'
import type { RenderState } from '../state.ts'
import type { Alignment, Block, Item, List, Table } from './tree.ts'

/** Turns a run of text into HTML: emphasis, links, mentions. */
export type InlineHtml = (text: string) => string

/** Writes blocks as HTML, one a line; keeps `state.quoteDepth` right for `inline`. */
export function writeBlocks(blocks: readonly Block[], state: RenderState, inline: InlineHtml): string {
  return writeLines(blocks, state, inline).replace(/\n$/, '')
}

/** Each block with a line end, then the previews of its links, which have none. */
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

/** Nothing is left of a text that is but one link which is also shown. */
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

/** In an item that is not loose text follows `<li>` directly, and a block directly follows the text. */
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

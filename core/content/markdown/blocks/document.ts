import { maxTableCells } from '../rendering/limits.ts'
import { type Section, splitFences } from './fence.ts'
import { separateLists } from './separate-lists.ts'
import { readText } from './text-blocks.ts'
import type { Block, Place } from './tree.ts'

/** Parses a message into blocks. `content` is the result of `normalize`. */
export function readDocument(content: string): Block[] {
  const place: Place = {
    ...{ into: [], depth: 0, budget: { tableCells: maxTableCells } },
    ...{ itemFences: [], readSection, readQuote },
  }
  for (const section of splitFences(content.split('\n'))) readSection(section, place)
  return place.into
}

/** Parses the lines of a `>` quote without their marks. */
function readQuote(lines: readonly string[], place: Place): void {
  for (const section of splitFences(lines, place.depth)) readSection(section, place)
}

function readSection(section: Section, place: Place): void {
  switch (section.type) {
    case 'text':
      readText(separateLists(section.lines), { ...place, itemFences: section.inItems })
      break
    case 'code':
      place.into.push({ type: 'code', language: section.language, text: section.text, indented: false })
      break
    case 'quote': {
      const children = readInside(section.sections, place)
      if (children.length > 0) place.into.push({ type: 'quote', children })
      break
    }
    case 'spoiler': {
      const header = readInside([{ type: 'text', lines: [section.header], inItems: [] }], place)
      place.into.push({ type: 'spoiler', header, children: readInside(section.sections, place) })
      break
    }
  }
}

function readInside(sections: readonly Section[], place: Place): Block[] {
  const into: Block[] = []
  for (const section of sections) readSection(section, { ...place, into, depth: place.depth + 1 })
  return into
}

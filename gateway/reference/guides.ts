import { readFileSync } from 'node:fs'

/** A page of prose for developers. */
export interface Guide {
  readonly name: string
  readonly title: string
  /** Its first sentence. */
  readonly summary: string
  /** The whole Markdown, title included. */
  readonly text: string
  readonly page: string
}

/** The guides in the order of the menu, as files below `docs`. */
const FILES = [
  'guides/first-bot-with-curl',
  'guides/first-bot-in-node',
  'guides/first-bot-in-python',
  'guides/staying-live',
  'guides/uploading',
  'guides/integrations',
  'guides/generated-clients',
  'guides/bots-without-a-program',
  'bots',
  'realtime',
] as const

/** Reads the guides of the folder `docs`. */
export const readGuides = (docs: URL): Guide[] => FILES.map((file) => readGuide(docs, file))

function readGuide(docs: URL, file: string): Guide {
  const text = readFileSync(new URL(`${file}.md`, docs), 'utf8')
  const [, title = '', first = ''] = /^# (.*)\n+([\s\S]*?)(?:\n\n|$)/.exec(text) ?? []
  const name = file.replace('guides/', '')
  const summary = first.replaceAll('\n', ' ').replace(/(\.) .*/, '$1')
  return { name, title, summary, text, page: `/api/guides/${name}` }
}

/** The text of the start page: authentication and conventions. */
export const readIntroduction = (docs: URL): string =>
  readFileSync(new URL('guides/introduction.md', docs), 'utf8')

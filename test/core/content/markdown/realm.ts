import type { MarkdownContext, MentionTarget, Rendered } from '../../../../core/content/markdown/render.ts'
import { render as renderWith } from '../../../../core/content/markdown/render.ts'
import type { ChannelId, GroupId, UserId } from '../../../../core/platform/ids.ts'

const people: [id: number, fullName: string][] = [
  [10, 'King Hamlet'],
  [11, 'Cordelia, Lear’s daughter'],
  [12, 'aaron'],
  [13, 'Mark Twin'],
  [14, 'Mark Twin'],
  [15, 'MARK TWIN'],
  [16, 'either|or'],
  [17, 'Q&A <b>'],
  [18, 'שלמה המלך'],
  [19, 'O"Hara'],
]

const channels: [id: number, name: string][] = [
  [5, 'Verona'],
  [6, 'core team'],
  [7, 'R&D <b>'],
  [8, 'ערוץ'],
  [9, '50% off (now!) v1.2'],
]

const groups: [id: number, name: string][] = [
  [20, 'support'],
  [21, 'R&D <x>'],
]

const users: MentionTarget[] = people.map(([id, fullName]) => ({ id: id as UserId, fullName }))

export const context: MarkdownContext = {
  userByName: (name) => users.filter((user) => user.fullName.toLowerCase() === name.toLowerCase()),
  userById: (id) => users.find((user) => user.id === id),
  channelByName: (name) => {
    const found = channels.find(([, channelName]) => channelName === name)
    return found && { id: found[0] as ChannelId, name: found[1] }
  },
  hosts: ['zulip.testserver'],
  groupByName: (name) => {
    const found = groups.find(([, groupName]) => groupName.toLowerCase() === name.toLowerCase())
    return found && { id: found[0] as GroupId, name: found[1] }
  },
  emojiByName: (name) =>
    name === 'green_tick' ? { id: 1, url: '/user_avatars/2/emoji/images/1.png' } : undefined,
}

/** A realm and a sender that allow every feature of messages. */
export const everything: Partial<MarkdownContext> = {
  translateEmoticons: true,
  inlineImagePreview: true,
  mediaProxy: (url) => `/media/${encodeURIComponent(url)}`,
  linkifiers: [
    { id: 1, pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://bugs.example/{id}' },
    { id: 2, pattern: '(?P<a>[a-z.]+)[:=](?P<b>\\S*)', urlTemplate: 'https://b.example/{a}{?b}' },
    { id: 3, pattern: '(?P<a>(\\w+ ?)+)!', urlTemplate: 'https://c.example/{+a}' },
  ],
}

export const render = (content: string, more: Partial<MarkdownContext> = {}): Rendered =>
  renderWith(content, { ...context, ...more })

export const html = (content: string, more: Partial<MarkdownContext> = {}): string =>
  render(content, more).html

/** The HTML of a single paragraph's content. */
export function inParagraph(content: string, more: Partial<MarkdownContext> = {}): string {
  const match = /^<p>(.*)<\/p>$/s.exec(html(content, more))
  if (match === null) throw new Error(`not one paragraph: ${html(content, more)}`)
  return match[1]!
}

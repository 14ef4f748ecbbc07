import { describe, expect, it } from 'vitest'
import { inParagraph, render } from './realm.ts'

const hamlet = '<span class="user-mention" data-user-id="10">@King Hamlet</span>'
const silentHamlet = '<span class="user-mention silent" data-user-id="10">King Hamlet</span>'

describe('a mention', () => {
  it('names one person, and reports that person once', () => {
    const rendered = render('@**King Hamlet** and @**King Hamlet|10**')
    expect(rendered.html).toBe(`<p>${hamlet} and ${hamlet}</p>`)
    expect(rendered.mentionedUsers).toEqual([10])
  })

  it('shows the name as it is stored', () => {
    expect(inParagraph('@**king hamlet**')).toBe(hamlet)
  })

  it('can have only an id', () => {
    expect(inParagraph('@**|10**')).toBe(hamlet)
  })

  it('with an underscore is silent and reports nobody', () => {
    const rendered = render('@_**King Hamlet** @_**all** @_**topic**')
    expect(rendered.html).toBe(
      `<p>${silentHamlet} ` +
        '<span class="user-mention channel-wildcard-mention silent" data-user-id="*">all</span> ' +
        '<span class="topic-mention silent">topic</span></p>',
    )
    expect(rendered).toMatchObject({
      mentionedUsers: [],
      mentionsChannelWildcard: false,
      mentionsTopicWildcard: false,
    })
  })

  it.each(['> @**King Hamlet**', '```quote\n@**King Hamlet**\n```', '* a\n\n  > @**King Hamlet**'])(
    'inside a quote is silent: %j',
    (content) => {
      const rendered = render(content)
      expect(rendered.html).toContain(silentHamlet)
      expect(rendered.mentionedUsers).toEqual([])
    },
  )

  it('after a quote notifies', () => {
    expect(render('> @**aaron**\n\n@**King Hamlet**').mentionedUsers).toEqual([10])
  })

  it('of a shared name needs the id, or selects the person with exactly that name', () => {
    expect(render('@**Mark Twin|14**').mentionedUsers).toEqual([14])
    expect(render('@**MARK TWIN**').mentionedUsers).toEqual([15])
    const ambiguous = render('@**Mark Twin**')
    expect(ambiguous.html).toBe('<p>@<strong>Mark Twin</strong></p>')
    expect(ambiguous.mentionedUsers).toEqual([])
  })

  it.each([
    ['an id nobody has', '@**King Hamlet|999**', '@<strong>King Hamlet|999</strong>'],
    ['an id alone that nobody has', '@**|999**', '@<strong>|999</strong>'],
    ['somebody else’s id', '@**King Hamlet|12**', '@<strong>King Hamlet|12</strong>'],
    ['an id beyond all numbers', `@**|${'9'.repeat(30)}**`, `@<strong>|${'9'.repeat(30)}</strong>`],
    ['an unknown name', '@**Nobody**', '@<strong>Nobody</strong>'],
    ['a star in the name', '@**King*Hamlet**', '@<strong>King*Hamlet</strong>'],
    ['a name without end', '@**King Hamlet', '@**King Hamlet'],
    ['an empty name', '@****', '@****'],
    ['a letter before it', 'me@**King Hamlet**', 'me@<strong>King Hamlet</strong>'],
  ])('is not made from %s', (_, content, expected) => {
    const rendered = render(content)
    expect(rendered.html).toBe(`<p>${expected}</p>`)
    expect(rendered.mentionedUsers).toEqual([])
  })

  it.each(['`@**King Hamlet**`', '```\n@**King Hamlet**\n@**all**\n```', '    @**King Hamlet**'])(
    'is not made in code: %j',
    (content) => {
      const rendered = render(content)
      expect(rendered.html).not.toContain('user-mention')
      expect(rendered).toMatchObject({ mentionedUsers: [], mentionsChannelWildcard: false })
    },
  )

  it.each([
    ['either|or', 16, 'either|or'],
    ['either|or|16', 16, 'either|or'],
    ['Q&A <b>', 17, 'Q&amp;A &lt;b&gt;'],
    ['שלמה המלך', 18, 'שלמה המלך'],
    ['O"Hara', 19, 'O"Hara'],
  ])('can have the name %s', (name, id, shown) => {
    const rendered = render(`(@**${name}**)`)
    expect(rendered.html).toBe(`<p>(<span class="user-mention" data-user-id="${id}">@${shown}</span>)</p>`)
    expect(rendered.mentionedUsers).toEqual([id])
  })

  it('is possible in emphasis, a list, a heading, a table, a link and a spoiler', () => {
    const content = [
      '*see @**King Hamlet***',
      '* @**King Hamlet**',
      '# @**King Hamlet**',
      '|@**King Hamlet**|a|\n|-|-|',
      '[@**King Hamlet**](http://example.com)',
      '```spoiler @**King Hamlet**\n@**King Hamlet**\n```',
    ].join('\n\n')
    const rendered = render(content)
    expect(rendered.html.split(hamlet)).toHaveLength(8)
    expect(rendered.mentionedUsers).toEqual([10])
  })
})

describe('a wildcard mention', () => {
  it.each(['all', 'everyone', 'channel', 'stream'])('@**%s** mentions the channel', (name) => {
    const rendered = render(`@**${name}**`)
    expect(rendered.html).toBe(
      `<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@${name}</span></p>`,
    )
    expect(rendered).toMatchObject({ mentionsChannelWildcard: true, mentionsTopicWildcard: false })
  })

  it('@**topic** mentions the topic', () => {
    const rendered = render('@**topic**')
    expect(rendered.html).toBe('<p><span class="topic-mention">@topic</span></p>')
    expect(rendered).toMatchObject({ mentionsChannelWildcard: false, mentionsTopicWildcard: true })
  })
})

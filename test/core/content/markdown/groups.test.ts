import { describe, expect, it } from 'vitest'
import { inParagraph, render } from './realm.ts'

const support = '<span class="user-group-mention" data-user-group-id="20">@support</span>'
const silentSupport = '<span class="user-group-mention silent" data-user-group-id="20">support</span>'

describe('a mention of a group', () => {
  it('shows the group’s name as it is stored, and reports the group once', () => {
    const rendered = render('@*support*, (@*SUPPORT*) and **a @*support* b**')
    expect(rendered.html).toBe(`<p>${support}, (${support}) and <strong>a ${support} b</strong></p>`)
    expect(rendered).toMatchObject({ mentionedGroups: [20], mentionedUsers: [] })
  })

  it.each(['@_*support*', '> @*support*', '```quote\n@*support*\n```'])(
    'notifies nobody in %j',
    (content) => {
      const rendered = render(content)
      expect(rendered.html).toContain(silentSupport)
      expect(rendered.mentionedGroups).toEqual([])
    },
  )

  it('can have any name', () => {
    expect(inParagraph('@*R&D <x>*')).toBe(
      '<span class="user-group-mention" data-user-group-id="21">@R&amp;D &lt;x&gt;</span>',
    )
  })

  it.each(['@*nobody*', 'a@*support*', '`@*support*`', '@*support', '@**support**', '@**'])(
    'is not made from %s',
    (content) => expect(render(content)).toMatchObject({ mentionedGroups: [] }),
  )

  it('is not made where groups cannot be mentioned', () => {
    expect(inParagraph('@*support*', { groupByName: () => undefined })).toBe('@<em>support</em>')
  })
})

describe('the alert words that a message can contain', () => {
  it.each([
    ['a **b** ~~c~~\nd', 'a b c\nd'],
    ['a&amp;b `c`d $$e$$ f', 'a&b  d   f'],
    ['see [link](http://x.com) http://y.com, now', 'see    , now'],
    ['@**King Hamlet** #**Verona** @*support* :smile:!', '       !'],
    ['# a\n\n* b\n* c\n\n> d\n\n```\ne\n```\n\n|f|g|\n|-|-|\n|h|i|', 'a\nb\nc\nd\nf\ng\nh\ni'],
    ['```spoiler a\nb\n```', 'a\nb'],
  ])('of %j are %j', (content, text) => expect(render(content).text).toBe(text))
})

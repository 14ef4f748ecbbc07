import { describe, expect, it } from 'vitest'
import { inParagraph, render } from './realm.ts'

describe('a channel link', () => {
  it('leads to the channel', () => {
    const rendered = render('#**Verona**')
    expect(rendered.html).toBe(
      '<p><a class="stream" data-stream-id="5" href="/#narrow/channel/5-Verona">#Verona</a></p>',
    )
    expect(rendered.hasLink).toBe(true)
  })

  it('leads to a topic', () => {
    expect(inParagraph('#**Verona>topic**')).toBe(
      '<a class="stream-topic" data-stream-id="5" href="/#narrow/channel/5-Verona/topic/topic">#Verona &gt; topic</a>',
    )
  })

  it('leads to a topic without a name', () => {
    expect(inParagraph('#**Verona>**')).toBe(
      '<a class="stream-topic" data-stream-id="5" href="/#narrow/channel/5-Verona/topic/">#Verona &gt; <em>general chat</em></a>',
    )
  })

  it('leads to a message', () => {
    expect(inParagraph('#**Verona>a topic@123**')).toBe(
      '<a class="message-link" href="/#narrow/channel/5-Verona/topic/a.20topic/near/123">#Verona &gt; a topic @ 💬</a>',
    )
  })

  it.each([
    ['core team', '6-core-team', 'core team'],
    ['R&D <b>', '7-R.26D-.3Cb.3E', 'R&amp;D &lt;b&gt;'],
    ['ערוץ', '8-.D7.A2.D7.A8.D7.95.D7.A5', 'ערוץ'],
    ['50% off (now!) v1.2', '9-50.25-off-.28now.21.29-v1.2E2', '50% off (now!) v1.2'],
  ])('encodes the channel name %s', (name, encoded, shown) => {
    // A `>` in a name would begin a topic.
    if (name.includes('>')) {
      expect(inParagraph(`#**${name}**`)).not.toContain('<a')
      return
    }
    const id = encoded.split('-')[0]
    expect(inParagraph(`#**${name}**`)).toBe(
      `<a class="stream" data-stream-id="${id}" href="/#narrow/channel/${encoded}">#${shown}</a>`,
    )
  })

  it.each([
    ['a > b & "c"', 'a.20.3E.20b.20.26.20.22c.22', 'a &gt; b &amp; "c"'],
    ['v1.2/~_-', 'v1.2E2.2F~_-', 'v1.2/~_-'],
    ['נושא', '.D7.A0.D7.95.D7.A9.D7.90', 'נושא'],
    ['a|b', 'a.7Cb', 'a|b'],
    ['👍', '.F0.9F.91.8D', '👍'],
  ])('encodes the topic %s', (topic, encoded, shown) => {
    expect(inParagraph(`#**Verona>${topic}**`)).toBe(
      '<a class="stream-topic" data-stream-id="5" ' +
        `href="/#narrow/channel/5-Verona/topic/${encoded}">#Verona &gt; ${shown}</a>`,
    )
  })

  it.each([
    ['an unknown channel', '#**Nowhere**', '#<strong>Nowhere</strong>'],
    ['another case', '#**verona**', '#<strong>verona</strong>'],
    ['a topic of an unknown channel', '#**Nowhere>a**', '#<strong>Nowhere&gt;a</strong>'],
    ['a letter before it', 'x#**Verona**', 'x#<strong>Verona</strong>'],
    ['code', '`#**Verona**`', '<code>#**Verona**</code>'],
    ['no end', '#**Verona', '#**Verona'],
  ])('is not made from %s', (_, content, expected) => {
    const rendered = render(content)
    expect(rendered.html).toBe(`<p>${expected}</p>`)
    expect(rendered.hasLink).toBe(false)
  })
})

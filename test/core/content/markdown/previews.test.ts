import { describe, expect, it } from 'vitest'
import { html as htmlWith } from './realm.ts'

const html = (content: string) =>
  htmlWith(content, { inlineImagePreview: true, mediaProxy: (url) => `/media/${url}` })

const a = '<a href="http://x.com/a.png">http://x.com/a.png</a>'
const image = (name: string, title = '') =>
  `<div class="message_inline_image"><a href="http://x.com/${name}"${title && ` title="${title}"`}>` +
  `<img data-src-fullsize="/thumbnail?url=http%3A%2F%2Fx.com%2F${name}&amp;size=full" ` +
  `src="/thumbnail?url=http%3A%2F%2Fx.com%2F${name}&amp;size=thumbnail"></a></div>`

describe('a preview', () => {
  it.each([
    ['http://x.com/a.png', image('a.png')],
    ['b\n\nhttp://x.com/a.png\n\nc', `<p>b</p>\n${image('a.png')}<p>c</p>`],
    ['b http://x.com/a.png\n\nc', `<p>b ${a}</p>\n${image('a.png')}<p>c</p>`],
    ['* http://x.com/a.png', `<ul>\n<li>${image('a.png')}</li>\n</ul>`],
    ['* b\n\n* http://x.com/a.png\n', `<ul>\n<li>\n<p>b</p>\n</li>\n<li>\n${image('a.png')}</li>\n</ul>`],
    ['# http://x.com/a.png', `<h1>${a}</h1>\n${image('a.png')}`],
    ['http://x.com/a.png http://x.com/a.png', `<p>${a} ${a}</p>\n${image('a.png')}`],
    [
      '[b "c"](http://x.com/a.png)',
      `<p><a href="http://x.com/a.png">b "c"</a></p>\n${image('a.png', 'b &quot;c&quot;')}`,
    ],
  ])('of %j comes below the paragraph', (content, expected) => expect(html(content)).toBe(expected))

  it('of an upload links to the upload itself', () => {
    expect(html('[b](/user_uploads/1/b.png)')).toContain('<img src="/user_uploads/1/b.png">')
    expect(html('[b](/user_uploads/1/b.mp4)')).toContain(
      '<div class="message_inline_image message_inline_video"><a href="/user_uploads/1/b.mp4" title="b">' +
        '<video preload="metadata" src="/user_uploads/1/b.mp4"></video></a></div>',
    )
  })

  it.each([
    '> http://x.com/a.png',
    '`http://x.com/a.png`',
    'http://x.com/a.png.txt',
    'a.png',
    'http://x.com/?a.png',
  ])('is not made for %s', (content) => expect(html(content)).not.toContain('message_inline_image'))

  it('needs the setting, and a video of another site needs the proxy', () => {
    expect(htmlWith('http://x.com/a.png')).toBe(`<p>${a}</p>`)
    const film = 'http://x.com/a.mp4'
    expect(htmlWith(film, { inlineImagePreview: true })).not.toContain('<video')
    expect(html(film)).toContain('src="/media/http://x.com/a.mp4"')
  })

  it.each([
    'https://www.youtube.com/watch?v=0c46YHS3RY8',
    'https://youtube.com/watch?a=b&v=0c46YHS3RY8&t=9',
    'https://youtu.be/0c46YHS3RY8?t=9',
    'https://m.youtube.com/shorts/0c46YHS3RY8',
    'https://www.youtube-nocookie.com/embed/0c46YHS3RY8',
  ])('of %s is the first picture of the video, below the link', (href) => {
    const escaped = href.replaceAll('&', '&amp;')
    const shown = htmlWith(href, { inlineImagePreview: true, imageSource: (url) => `/media/${url}` })
    expect(shown).toBe(
      `<p><a href="${escaped}">${escaped}</a></p>\n<div class="youtube-video message_inline_image">` +
        `<a data-id="0c46YHS3RY8" href="${escaped}"><img src="/media/https://i.ytimg.com/vi/0c46YHS3RY8/mqdefault.jpg"></a></div>`,
    )
  })

  it.each([
    'https://youtube.com/watch?v=0c46YHS3RY',
    'https://youtube.com/@somebody',
    'https://notyoutube.com/watch?v=0c46YHS3RY8',
  ])('is not made for %s', (href) => {
    const shown = htmlWith(href, { inlineImagePreview: true, imageSource: (url) => `/media/${url}` })
    expect(shown).not.toContain('<img')
  })

  it('is made for a limited number of links', () => {
    const content = Array.from({ length: 30 }, (_, index) => `http://x.com/${index}.png`).join(' ')
    expect(html(content).match(/<img/g)).toHaveLength(24)
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsInBothThemes } from '../../harness/axe.ts'
import { browserMissing } from '../../harness/browser.ts'
import { Browsers, messageWith } from './browsers.ts'

let browsers: Browsers
beforeAll(async () => {
  if (!browserMissing) browsers = await Browsers.start()
})
afterAll(() => browsers?.close())

/** HTML as a broken renderer might send it. Each sets `window.broken` in a browser that runs it. */
const HOSTILE = [
  '<script>window.broken = 1</script>',
  '<img src=x onerror="window.broken = 1">',
  '<svg onload="window.broken = 1"></svg>',
  '<svg><script>window.broken = 1</script></svg>',
  '<svg><animate onbegin="window.broken = 1" attributeName=x dur=1s></svg>',
  '<svg><a xlink:href="javascript:window.broken = 1"><text y="20">x</text></a></svg>',
  '<a href="javascript:window.broken = 1">x</a>',
  '<a href=" java&#9;script:window.broken = 1">x</a>',
  '<a href="data:text/html,<script>opener.broken = 1</script>">x</a>',
  '<iframe srcdoc="<script>parent.broken = 1</script>"></iframe>',
  '<iframe src="javascript:parent.broken = 1"></iframe>',
  '<object data="javascript:window.broken = 1"></object>',
  '<embed src="javascript:window.broken = 1">',
  '<form action="javascript:window.broken = 1"><button>x</button></form>',
  '<button formaction="javascript:window.broken = 1">x</button>',
  '<input autofocus onfocus="window.broken = 1">',
  '<details open ontoggle="window.broken = 1"><summary>x</summary></details>',
  '<video><source onerror="window.broken = 1"></video>',
  '<video src=x onerror="window.broken = 1"></video>',
  '<style>@import "javascript:window.broken = 1"; * { animation: x }</style><b onanimationstart="window.broken = 1">x</b>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.broken=1&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror="window.broken = 1">',
  '<noscript><p title="</noscript><img src=x onerror=window.broken=1>"></noscript>',
  '<template><img src=x onerror="window.broken = 1"></template>',
  '<base href="https://elsewhere.test/"><a href="x">x</a>',
  '<meta http-equiv="refresh" content="0;url=javascript:window.broken = 1">',
  '<div id="app" name="app">clobbered</div><img name="getElementById">',
  '<math><annotation-xml encoding="text/html"><img src=x onerror="window.broken = 1"></annotation-xml></math>',
  '<p style="background: url(javascript:window.broken = 1)" onmouseover="window.broken = 1">x</p>',
  '<span class="user-mention" data-user-id="1" onclick="window.broken = 1">@x</span>',
  '<div class="spoiler-block"><div class="spoiler-header" onclick="window.broken = 1">x</div><div class="spoiler-content">x</div></div>',
  '<div class="message_inline_image"><a href="javascript:window.broken = 1"><img src=x></a></div>',
  '<time datetime="2026-01-01T00:00:00Z" onmouseover="window.broken = 1">x</time>',
]

/** Clicks and touches everything in the messages; returns the forbidden effects. */
const PROVOKE = `(() => {
  const all = [...document.querySelectorAll('.message-content *')]
  for (const element of all) {
    for (const type of ['mouseover', 'focus', 'click', 'toggle', 'animationstart']) {
      const event = new Event(type, { bubbles: true, cancelable: true })
      element.addEventListener(type, (heard) => heard.preventDefault(), { once: true })
      element.dispatchEvent(event)
    }
  }
  const forbidden = 'script, iframe, object, embed, form, input, style, link, meta, base, template, [id], [name]'
  return [
    ...[...document.querySelectorAll('.message-content')].flatMap((one) => [...one.querySelectorAll(forbidden)]),
    ...all.filter((one) => [...one.attributes].some(({ name, value }) =>
      /^on/i.test(name) || /^\\s*(?:java\\s*script|data):/i.test(value))),
  ].map((element) => element.outerHTML)
})()`

describe.skipIf(browserMissing)('the page', () => {
  test('runs no script of a message, whatever the server sends, even without its Content-Security-Policy', async () => {
    await browsers.send('hamlet', 'safety', 'harmless')
    // The Content-Security-Policy is disabled, because it would hide failures of the sanitizer.
    const options = { bypassCSP: true, viewport: { width: 1000, height: 9000 } }
    const page = await browsers.logIn('cordelia', options)
    await page.route('**/json/messages?*', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      const [message] = body.messages
      body.messages = HOSTILE.map((content, n) => ({ ...message, id: message.id + n, content }))
      await route.fulfill({ response: answer, json: body })
    })
    await browsers.openTopic(page, 'safety')
    const articles = page.getByRole('log').getByRole('article')
    await expect.poll(() => articles.count()).toBe(HOSTILE.length)
    expect(await page.evaluate(PROVOKE)).toEqual([])
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate('window.broken')).toBeUndefined()
    await messageWith(page, 'clobbered').waitFor()
  })

  test('lets no message cover other parts of it by its styles', async () => {
    const covering = [
      '<p style="position:fixed;inset:0;z-index:9999;background:red">covers</p>',
      '<span class="katex"><span style="position:fixed;top:0;left:0;width:100vw;height:100vh;transform:scale(9)">covers</span></span>',
      '<a class="message_embed_image" style="position:absolute;inset:-99em;background-image:url(&quot;https://x.test/a.png&quot;)">covers</a>',
      `<span class="katex"><span class="vlist-t">${'<span style="display:block;margin-left:-90em;margin-top:-90em;height:90em">'.repeat(9)}covers</span></span>`,
    ]
    await browsers.send('hamlet', 'covers', 'harmless')
    const page = await browsers.logIn('cordelia', { bypassCSP: true })
    await page.route('**/json/messages?*', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      const [message] = body.messages
      body.messages = covering.map((content, n) => ({ ...message, id: message.id + n, content }))
      await route.fulfill({ response: answer, json: body })
    })
    await browsers.openTopic(page, 'covers')
    const articles = page.getByRole('log').getByRole('article')
    await expect.poll(() => articles.count()).toBe(covering.length)
    expect(
      await page.evaluate(`[...document.querySelectorAll('.message-content [style]')].flatMap((one) =>
        [...one.style].filter((name) => /^(position|inset|z-index|transform|translate|display)/.test(name)))`),
    ).toEqual([])
    // Whatever sizes and shifts add up to, nothing of a message is outside of its own box.
    const hit = await page.evaluate(`(() => {
      const found = []
      for (let x = 5; x < innerWidth; x += 40) for (let y = 5; y < innerHeight; y += 40) {
        const content = document.elementFromPoint(x, y)?.closest('.message-content')
        if (!content) continue
        const box = content.getBoundingClientRect()
        if (x < box.left - 9 || x > box.right + 9 || y < box.top - 9 || y > box.bottom + 9) found.push([x, y])
      }
      return found
    })()`)
    expect(hit).toEqual([])
  })

  test('is accessible in light and dark colours', async () => {
    const topic = 'for all'
    const hamlet = `@**King Hamlet|${browsers.world.userId('hamlet')}**`
    await browsers.send(
      'cordelia',
      topic,
      `${hamlet}, see:\n\`\`\`python\nprint(1)  # one\n\`\`\`\n\`\`\`spoiler x\ny\n\`\`\`\n$$E = mc^2$$\n| a | b |\n|---|---|\n| 1 | 2 |`,
    )
    await browsers.send('cordelia', topic, '/poll When?\nnow\nlater')
    const id = await browsers.send('hamlet', topic, 'mine :smile:')
    const cordelia = browsers.world.client(browsers.url, 'cordelia')
    await cordelia.ok(cordelia.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    // The policy would block axe.
    const page = await browsers.logIn('hamlet', {
      colorScheme: 'light',
      bypassCSP: true,
      reducedMotion: 'reduce',
    })
    await browsers.openTopic(page, topic.replaceAll(' ', '.20'))
    expect(await violationsInBothThemes(page)).toBe('')
    const mine = messageWith(page, 'mine')
    await mine.hover()
    await mine.getByRole('button', { name: 'More actions' }).click()
    expect(await violationsInBothThemes(page)).toBe('')
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    expect(await violationsInBothThemes(page)).toBe('')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await mine.hover()
    await mine.getByRole('button', { name: 'Add a reaction' }).first().click()
    await page.getByRole('option').first().waitFor()
    expect(await violationsInBothThemes(page)).toBe('')
  })
})

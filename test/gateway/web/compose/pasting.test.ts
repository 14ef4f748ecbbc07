import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { browserMissing } from '../../../harness/browser.ts'
import { WebWorld } from '../../../harness/web-world.ts'

let web: WebWorld
let page: Page
beforeAll(async () => {
  if (browserMissing) return
  web = await WebWorld.create()
  page = await web.logIn('hamlet')
  page.setDefaultTimeout(20_000)
})
afterAll(() => web?.close())

let count = 0
beforeEach(async () => {
  if (browserMissing) return
  count += 1
  await page.goto(web.topic('Verona', `paste ${count}`))
  await composer().waitFor()
})

const SOON = { timeout: 15_000 }
const composer = () => page.getByRole('textbox', { name: 'Message', exact: true })
const text = () => composer().inputValue()

interface Copied {
  readonly text?: string
  readonly html?: string
  readonly types?: readonly string[]
  /** Name, type and content of each file. */
  readonly files?: readonly (readonly [name: string, type: string, content: string])[]
}

/** Pastes what a program has copied. Resolves to whether the page leaves the paste to the browser. */
const paste = (copied: Copied): Promise<boolean> =>
  page.evaluate<boolean>(`(() => {
    const { text, html, types = [], files = [] } = ${JSON.stringify(copied)}
    const clipboardData = new DataTransfer()
    if (text !== undefined) clipboardData.setData('text/plain', text)
    if (html !== undefined) clipboardData.setData('text/html', html)
    for (const type of types) clipboardData.setData(type, '{}')
    for (const [name, type, content] of files) clipboardData.items.add(new File([content], name, { type }))
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    return document.querySelector('.composer textarea').dispatchEvent(event)
  })()`)

/** Selects a range of what is typed. */
const select = (start: number, end: number) =>
  page.evaluate(`document.querySelector('.composer textarea').setSelectionRange(${start}, ${end})`)

const PICTURE = ['image.png', 'image/png', 'not really a picture'] as const
const CELLS = '<table><tr><td>Name</td><td>Age</td></tr><tr><td>Ann | Bea</td><td>7</td></tr></table>'

describe.skipIf(browserMissing)('a paste', () => {
  test('of cells is a table, without the picture that the program adds', async () => {
    await paste({ text: 'Name\tAge\nAnn | Bea\t7', html: CELLS, files: [PICTURE] })
    await expect.poll(text, SOON).toBe('| Name | Age |\n| --- | --- |\n| Ann &#124; Bea | 7 |')
    expect(await page.getByRole('list', { name: 'Uploads' }).count()).toBe(0)
  })

  test.each([
    [
      'bold and italics',
      '<p>a <b>bold </b>and <i>thin</i> <s>old</s> word</p>',
      'a **bold** and *thin* ~~old~~ word',
    ],
    [
      'a link',
      '<a href="https://example.com/a">here</a>, <a href="https://x.test">https://x.test</a>',
      '[here](https://example.com/a), https://x.test',
    ],
    ['no script address', '<b>x</b> <a href="javascript:alert(1)">here</a>', '**x** here'],
    ['a list', '<ul><li>one</li><li>two<ul><li>deep</li></ul></li></ul>', '- one\n- two\n  - deep'],
    ['a numbered list', '<ol start="3"><li>one</li><li>two</li></ol>', '3. one\n4. two'],
    ['a heading', '<h2>Act <b>one</b></h2><p>text</p>', '## Act one\n\ntext'],
    [
      'code',
      '<p>run <code>npm ci</code>:</p><pre><code class="language-js">let a = 1\nlet b</code></pre>',
      'run `npm ci`:\n\n```js\nlet a = 1\nlet b\n```',
    ],
    [
      'Google Docs',
      '<b style="font-weight:normal" id="docs-internal-guid-1"><p><span style="font-weight:700">bold</span><span style="font-weight:400"> plain</span></p></b>',
      '**bold** plain',
    ],
    [
      'Word',
      '<p class="MsoListParagraphCxSpFirst"><span style="mso-list:Ignore">·  </span>one</p><p class="MsoListParagraphCxSpLast"><span style="mso-list:Ignore">·  </span>two</p>',
      '- one\n- two',
    ],
    ['signs of text', '<p>2*3*4 and snake_case <b>b</b></p>', '2*3*4 and snake_case **b**'],
  ])('of HTML is Markdown: %s', async (_name, html, markdown) => {
    await paste({ text: 'the text', html })
    await expect.poll(text, SOON).toBe(markdown)
  })

  test('of HTML without a format is its text', async () => {
    await paste({
      text: 'just words\nin lines',
      html: '<div><span style="color:red">just words</span></div><div>in lines</div>',
    })
    await expect.poll(text, SOON).toMatch(/^just words\n+in lines$/)
  })

  test('of an address on a selection is a link, which undo takes back', async () => {
    await composer().fill('see the docs now')
    await select(8, 12)
    expect(await paste({ text: 'https://example.com/docs' })).toBe(false)
    expect(await text()).toBe('see the [docs](https://example.com/docs) now')
    await page.keyboard.press('Control+z')
    expect(await text()).toBe('see the docs now')
  })

  test('is left to the browser: plain text, code of an editor, in code, and with Shift', async () => {
    expect(await paste({ text: 'plain' })).toBe(true)
    expect(await paste({ text: 'https://example.com' })).toBe(true)
    expect(await paste({ text: 'let a', html: '<b>let</b> a', types: ['vscode-editor-data'] })).toBe(true)
    await composer().fill('```\n')
    expect(await paste({ text: 'let a', html: '<b>let</b> a' })).toBe(true)
    await composer().fill('')
    await page.keyboard.down('Control')
    await page.keyboard.down('Shift')
    await composer().dispatchEvent('keydown', { key: 'V', ctrlKey: true, shiftKey: true })
    expect(await paste({ text: 'let a', html: '<b>let</b> a' })).toBe(true)
    await page.keyboard.up('Shift')
    await page.keyboard.up('Control')
  })

  test('of several files keeps their order, each at its place in the text', async () => {
    await composer().fill('before\nafter')
    await select(7, 7)
    // The first one arrives last.
    let letGo = (): void => undefined
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const name = Buffer.from('one.txt').toString('base64')
    await page.route('**/api/v1/tus', async (route) => {
      if (route.request().headers()['upload-metadata']?.includes(name)) await held
      await route.continue()
    })
    await paste({
      text: '',
      files: [
        ['one.txt', 'text/plain', '1'],
        ['two.txt', 'text/plain', '22'],
        ['three.txt', 'text/plain', '333'],
      ],
    })
    await expect
      .poll(text, SOON)
      .toMatch(/^before\n\[Uploading one\.txt…\].*\n\[two\.txt\]\(\/user_uploads.*\n\[three\.txt\].*\nafter$/)
    letGo()
    const done = /^before\n\[one\.txt\]\(\/user_uploads.*\n\[two\.txt\].*\n\[three\.txt\].*\nafter$/
    await expect.poll(text, SOON).toMatch(done)
    await page.keyboard.type('!')
    expect(await text()).toMatch(/\n!after$/)
    await page.unroute('**/api/v1/tus')
  })

  test('of a file that the file manager names is the file; one that is refused leaves no mark', async () => {
    await paste({ text: 'cat.png', files: [['cat.png', 'image/png', 'cat']] })
    await expect.poll(text, SOON).toMatch(/^\[cat\.png\]\(\/user_uploads.*\n$/)
  })
})

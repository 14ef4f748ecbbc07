import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { browserMissing } from '../../../harness/browser.ts'
import { WebWorld } from '../../../harness/web-world.ts'
import { messageWith } from '../browsers.ts'

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
const paste = (copied: Copied, field = '.composer'): Promise<boolean> =>
  page.evaluate<boolean>(`(() => {
    const { text, html, types = [], files = [] } = ${JSON.stringify(copied)}
    const clipboardData = new DataTransfer()
    if (text !== undefined) clipboardData.setData('text/plain', text)
    if (html !== undefined) clipboardData.setData('text/html', html)
    for (const type of types) clipboardData.setData(type, '{}')
    for (const [name, type, content] of files) clipboardData.items.add(new File([content], name, { type }))
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    return document.querySelector('${field} textarea').dispatchEvent(event)
  })()`)

/** Selects a range of what is typed. */
const select = (start: number, end: number) =>
  page.evaluate(`document.querySelector('.composer textarea').setSelectionRange(${start}, ${end})`)

const PICTURE = ['image.png', 'image/png', 'not really a picture'] as const
/** An item of a list as Word copies it. */
const itemOfWord = (mark: string, level: number, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${level * 36}.0pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span lang=EN-US style='font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]><span lang=EN-US>${text}<o:p></o:p></span></p>\n`
const CELLS = '<table><tr><td>Name</td><td>Age</td></tr><tr><td>Ann | Bea</td><td>7</td></tr></table>'

describe.skipIf(browserMissing)('a paste', () => {
  test('of cells is a table, without the picture that the program adds', async () => {
    await paste({ text: 'Name\tAge\nAnn | Bea\t7', html: CELLS, files: [PICTURE] })
    await expect.poll(text, SOON).toBe('| Name | Age |\n| --- | --- |\n| Ann &#124; Bea | 7 |')
    expect(await page.getByRole('list', { name: 'Files on their way' }).count()).toBe(0)
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
    [
      'lists in lists of Word',
      `${itemOfWord('·', 1, 'one')}${itemOfWord('1.', 2, 'deep')}${itemOfWord('2.', 2, 'deeper')}${itemOfWord('·', 1, 'two')}<p class=MsoNormal>after</p>`,
      '- one\n  1. deep\n  2. deeper\n- two\n\nafter',
    ],
    [
      'lists in lists of Google Docs and LibreOffice',
      '<ul><li><p>one</p></li><ul><li><p>deep</p></li><ol><li>deepest</li></ol></ul><li>two</li></ul>',
      '- one\n  - deep\n    1. deepest\n- two',
    ],
    [
      'a document of LibreOffice',
      '<h1 class="western">Act</h1><p style="line-height:100%"><font face="Liberation Serif, serif"><font size="3"><b>To be</b>, <i>or</i> not</font></font></p>',
      '# Act\n\n**To be**, *or* not',
    ],
    [
      'cells of LibreOffice',
      '<table cellspacing="0" border="0"><colgroup width="85"></colgroup><tbody><tr><td height="17" align="left"><b>Name</b></td><td align="right" sdval="7" sdnum="1033;">7</td></tr><tr><td><br></td><td>8</td></tr></tbody></table>',
      '| **Name** | 7 |\n| --- | --- |\n|  | 8 |',
    ],
    [
      'cells that span others',
      '<table><tr><td rowspan="2">a</td><td colspan="2">b</td></tr><tr><td>c</td><td>d</td></tr></table>',
      '| a | b |  |\n| --- | --- | --- |\n|  | c | d |',
    ],
    [
      'code with a line in each element',
      '<p>so:</p><pre><div>let a</div><div>  let b</div>let c<br>let d</pre>',
      'so:\n\n```\nlet a\n  let b\nlet c\nlet d\n```',
    ],
    [
      'a document of Google Docs',
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-2f"><h1 dir="ltr"><span style="font-size:20pt;font-weight:400;">Plan</span></h1><p dir="ltr"><span style="font-style:italic;">soon</span><span>, see </span><a href="https://example.com/"><span style="color:#1155cc;text-decoration:underline;">the page</span></a></p><ul><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span>one</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:700;">deep</span></p></li></ul></ul></b><br class="Apple-interchange-newline">',
      '# Plan\n\n*soon*, see [the page](https://example.com/)\n\n- one\n  - **deep**',
    ],
    [
      'cells of Google Sheets',
      '<google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" dir="ltr"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr><td data-sheets-value="{}">Name</td><td>Sum</td></tr><tr><td>Ann</td><td style="font-weight:bold;">7</td></tr></tbody></table></google-sheets-html-origin>',
      '| Name | Sum |\n| --- | --- |\n| Ann | **7** |',
    ],
    [
      'a mail of Outlook',
      '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0cm;} --></style></head><body lang=DE><!--StartFragment--><p class=MsoNormal>Dear all,<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>the <b><span style="color:red">deadline</span></b> is <span style="mso-fareast-language:DE">near</span>.<o:p></o:p></p><!--EndFragment--></body></html>',
      'Dear all,\n\nthe **deadline** is near.',
    ],
    [
      'a mail of Outlook on the web',
      '<div style="font-family: Aptos; font-size: 12pt;">Dear <span style="font-weight: 700;">all</span>,</div><div><br></div><div class="elementToProof">see <a href="https://example.com/x" data-auth="NotApplicable">https://example.com/x</a></div>',
      'Dear **all**,\n\nsee https://example.com/x',
    ],
    [
      'a note of Apple Notes',
      '<html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"><meta name="Generator" content="Cocoa HTML Writer"><style type="text/css">p.p1 {margin: 0.0px}</style></head><body><p class="p1"><span class="s1"><b>List</b></span></p><ul class="Apple-dash-list"><li class="li1"><span class="s1">milk</span></li><li class="li1"><span class="s1"><i>bread</i></span></li></ul></body></html>',
      '**List**\n\n- milk\n- *bread*',
    ],
    [
      'a page of Notion',
      '<meta charset="utf-8"><h3>Tasks</h3>\n<ul>\n<li>\n<p>[ ] write</p>\n</li>\n<li>\n<p>[x] <strong>read</strong></p>\n</li>\n</ul>\n<!-- notionvc: 1 -->',
      '### Tasks\n\n- [ ] write\n- [x] **read**',
    ],
    [
      'a page of Confluence, with an image and a rule',
      '<h2 id="x-y">Goals</h2><p>first<br>second</p><hr><p><img src="https://example.com/a.png" alt="a plan"><em>end</em></p>',
      '## Goals\n\nfirst\nsecond\n\n---\n\n[a plan](https://example.com/a.png)*end*',
    ],
    [
      'lines and empty lines of a mail',
      '<div>a</div><div>b<br><br>c</div><div><br></div><div>d</div>',
      'a\nb\n\nc\n\nd',
    ],
    [
      'emoji that are pictures, of Slack and Teams',
      '<p>a <img alt=":grin:" data-stringify-type="emoji" src="https://x.test/g.png"> b <img alt="👍🏽" src="https://x.test/t.png"></p>',
      'a :grin: b 👍🏽',
    ],
    [
      'lists in lists of Slack',
      '<ul data-indent="0"><li>a</li></ul><ol data-indent="1"><li>a1</li></ol><ul data-indent="2"><li>deep</li></ul><ol data-indent="1"><li>a2</li></ol><ul data-indent="0"><li>b</li></ul>',
      '- a\n  1. a1\n    - deep\n  2. a2\n- b',
    ],
    [
      'deep lists, as the server reads them',
      '<ol><li>a<ol><li>b<ul><li>c</li></ul></li></ol></li><li>d<br>e</li></ol>',
      '1. a\n  1. b\n    - c\n2. d\n  e',
    ],
    [
      'boxes to tick, of Google Docs',
      '<ul><li role="checkbox" aria-checked="false"><img src="data:image/png;base64,iVBORw0KGgo=" alt="unchecked" aria-roledescription="checkbox"><p style="display:inline-block">open</p></li><li role="checkbox" aria-checked="true"><img src="data:image/png;base64,iVBORw0KGgo=" alt="checked" aria-roledescription="checkbox"><p>done</p></li></ul>',
      '- [ ] open\n- [x] done',
    ],
    [
      'boxes to tick, of GitHub',
      '<ul><li><input type="checkbox" checked> done</li><li><p><input type="checkbox"> open</p></li></ul>',
      '- [x] done\n- [ ] open',
    ],
    [
      'lines of a file, with their numbers',
      '<table><tr><td class="blob-num">1</td><td class="blob-code"><b>if</b> a:</td></tr><tr><td class="blob-num">2</td><td class="blob-code">    b</td></tr></table>',
      '```\nif a:\n    b\n```',
    ],
    [
      'changes of a file',
      '<table><tr><td></td><td class="blob-code"><span data-code-marker="-">  old</span></td></tr><tr><td>1</td><td class="blob-code"><span data-code-marker="+">  new</span></td></tr></table>',
      '```\n-  old\n+  new\n```',
    ],
    [
      'code with its language and a button around it',
      '<p>so:</p><pre><div>python<button>Copy code</button></div><code class="language-python">if a:\n  b</code></pre><div class="codehilite" data-code-language="JavaScript"><pre><button>x</button><code>let a\n</code></pre></div>',
      'so:\n\n```python\nif a:\n  b\n```\n\n```javascript\nlet a\n```',
    ],
    [
      'code in a box that keeps its spaces',
      '<p>so:</p><div style="white-space: pre; font-family: Menlo, monospace"><div>if a:</div><div>    b</div></div>',
      'so:\n\n```\nif a:\n    b\n```',
    ],
    [
      'links with marks, signs and pictures',
      '<p><a href="https://e.test/"><b>bold</b></a> <b><a href="https://e.test/(a)"><b>too</b></a></b> <a href="https://e.test/a b)">[x]</a> <a href="https://e.test/"><img src="https://e.test/i.png" alt="logo"></a></p>',
      '**[bold](https://e.test/)** **[too](https://e.test/(a))** [[x]](https://e.test/a%20b%29) [logo](https://e.test/)',
    ],
    [
      'bold text in bold text',
      '<b style="font-weight:700">a <span style="font-weight:700">b</span></b>',
      '**a b**',
    ],
    [
      'formulas',
      '<p>so <span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html">x2</span></span>, 10<sup>6</sup> m<sup>2</sup>, H<sub>2</sub>O</p>',
      'so $$x^2$$, 10⁶ m², H₂O',
    ],
    ['no headings without text', '<h2><br></h2><h3>a<br>b</h3><p>t</p>', '### a b\n\nt'],
    [
      'tables in tables',
      '<table><tr><td>a<table><tr><td>b</td><td>c</td></tr></table></td><td>d</td></tr></table>',
      '| a b c | d |\n| --- | --- |',
    ],
    [
      'nothing that is not read as text',
      '<p>a <b>b</b><span style="display:none">c</span></p><noscript>d</noscript><select><option>e</option></select><button>f</button>',
      'a **b**',
    ],
    [
      'paragraphs and items in one mark',
      '<b><p>one <i>two</i></p><p>three</p><h2>four</h2><ul><li>five<ul><li>six</li></ul></li></ul></b><i>a<div>b</div>c</i>',
      '**one *two*\u2060**\n\n**three**\n\n## four\n\n- **five**\n  - **six**\n\n*a*\n*b*\n*c*',
    ],
    [
      'paragraphs with a look of their own',
      '<p style="font-weight:700">one</p><div style="font-style:italic">two <b>three</b></div><p>four</p>',
      '**one**\n\n*two **three***\n\nfour',
    ],
    ['lines in one mark', '<p><b>one<br>two<br><br>three</b></p>', '**one**\n**two**\n\n**three**'],
    [
      'marks side by side',
      '<p><i>a</i><b>b</b> <b>c</b><i>d</i> <b>e</b><b>f</b> <s>g</s><b>h</b></p>',
      '*a*\u2060**b** **c***d* **ef** ~~g~~**h**',
    ],
    [
      'marks in marks',
      '<p><b>a<i>b</i></b>, <i><b>c</b> d</i>, <b><i>e</i></b>, <i><b>f</b></i>, <i>g <b>h</b></i></p>',
      '**a*b*\u2060**, *\u2060**c** d*, ***e***, ***f***, *g **h***',
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

  test.each([
    ['a word of preformatted code', 'word', '<pre style="font-family:monospace">word</pre>'],
    [
      'code of an editor, in a browser that does not name it',
      'if a:\n    b',
      '<div style="white-space: pre; font-family: Menlo, monospace"><div>if a:</div><div><b>    b</b></div></div>',
    ],
  ])('of %s is its text', async (_name, text_, html) => {
    await paste({ text: text_, html })
    await expect.poll(text, SOON).toBe(text_)
  })

  describe('before the code that converts it has come', () => {
    let letGo: () => void
    let fresh: Page
    const box = () => fresh.getByRole('textbox', { name: 'Message', exact: true })
    const copied = { text: 'a bold word', html: '<p>a <b>bold</b> word</p>' }
    const pasteInto = (field: Page) =>
      field.evaluate(`(() => {
        const clipboardData = new DataTransfer()
        for (const [type, data] of ${JSON.stringify([
          ['text/plain', copied.text],
          ['text/html', copied.html],
        ])}) clipboardData.setData(type, data)
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
        document.querySelector('.composer textarea').dispatchEvent(event)
      })()`)
    beforeEach(async () => {
      const held = new Promise<void>((resolve) => {
        letGo = resolve
      })
      fresh = await page.context().newPage()
      fresh.setDefaultTimeout(20_000)
      await fresh.route('**/html-to-markdown-*.js', async (route) => {
        await held
        await route.continue()
      })
      await fresh.goto(web.topic('Verona', `paste ${count}`))
      await box().focus()
      await fresh.keyboard.type('see ')
      await pasteInto(fresh)
    })
    afterEach(() => fresh?.close())

    test('the text is there, gets its format later, and one undo takes both back', async () => {
      expect(await box().inputValue()).toBe('see a bold word')
      letGo()
      await expect.poll(() => box().inputValue(), SOON).toBe('see a **bold** word')
      await fresh.keyboard.type('!')
      expect(await box().inputValue()).toBe('see a **bold** word!')
      await fresh.keyboard.press('Control+z')
      await fresh.keyboard.press('Control+z')
      expect(await box().inputValue()).toBe('see ')
    })

    test('what is typed after it stays after it, with the cursor', async () => {
      await fresh.keyboard.type(' now')
      letGo()
      await expect.poll(() => box().inputValue(), SOON).toBe('see a **bold** word now')
      await fresh.keyboard.type('!')
      expect(await box().inputValue()).toBe('see a **bold** word now!')
    })

    test('a message that is sent has it', async () => {
      await box().press('Control+Enter')
      await messageWith(fresh, 'see a bold word').waitFor(SOON)
      await box().fill('the next one')
      letGo()
      const isFetched = () =>
        fresh.evaluate<boolean>(
          "performance.getEntriesByType('resource').some(({ name, responseEnd }) => name.includes('/html-to-markdown-') && responseEnd > 0)",
        )
      await expect.poll(isFetched, SOON).toBe(true)
      expect(await box().inputValue()).toBe('the next one')
    })
  })

  test('of five megabytes is the text, at once', async () => {
    const long = 'word '.repeat(1_000)
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', ${JSON.stringify(long)})
      clipboardData.setData('text/html', '<b style="color:red">word</b> '.repeat(170_000))
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.querySelector('.composer textarea').dispatchEvent(event)
    })()`)
    expect(await text()).toBe(long)
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

  test('into an edit has its format too', async () => {
    await composer().fill('to be changed')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('log').getByRole('article').filter({ hasText: 'to be changed' }).waitFor(SOON)
    await page.locator('article[data-id]:not([data-id*="."])').first().waitFor(SOON)
    await composer().press('ArrowLeft')
    const box = page.getByRole('textbox', { name: 'Edit the message' })
    await box.waitFor(SOON)
    await box.fill('')
    expect(await paste({ text: 'let a', html: '<b>let</b> a' }, '.edit-box')).toBe(false)
    await expect.poll(() => box.inputValue(), SOON).toBe('**let** a')
    await page.locator('.edit-box').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('log').locator('strong', { hasText: 'let' }).waitFor(SOON)
  })

  describe('of files into an edit', () => {
    const box = () => page.getByRole('textbox', { name: 'Edit the message' })
    const lines = () => page.locator('.edit-box').getByRole('list', { name: 'Files on their way' })
    beforeEach(async () => {
      await composer().fill('to be changed')
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.locator('article[data-id]:not([data-id*="."])').first().waitFor(SOON)
      await composer().press('ArrowLeft')
      await box().waitFor(SOON)
    })

    test('uploads them there, saves once all are there, and leaves the composer alone', async () => {
      let letGo = (): void => undefined
      const held = new Promise<void>((resolve) => {
        letGo = resolve
      })
      await page.route('**/api/v1/tus', async (route) => {
        await held
        await route.continue()
      })
      await paste({ text: '', files: [['a.txt', 'text/plain', 'a']] }, '.edit-box')
      await lines().getByText('a.txt').waitFor(SOON)
      const save = page.locator('.edit-box').getByRole('button', { name: 'Save' })
      const place = async () => (await save.boundingBox())!
      const below = async () => (await page.locator('.composer').boundingBox())!.y
      expect((await place()).y + (await place()).height).toBeLessThanOrEqual(await below())
      await page.keyboard.type('typed after')
      await box().press('Control+Enter')
      await page.getByRole('alert').getByText('Wait until the files are uploaded').waitFor(SOON)
      letGo()
      await expect
        .poll(() => box().inputValue(), SOON)
        .toMatch(/^to be changed\n\[a\.txt\]\(\/user_uploads\/.+\)\ntyped after$/)
      await page.unroute('**/api/v1/tus')
      expect(await text()).toBe('')
      await box().press('Control+Enter')
      await page.getByRole('log').getByRole('link', { name: 'a.txt' }).waitFor(SOON)
      await box().waitFor({ state: 'detached' })
    })

    test('also when they are dropped on it', async () => {
      const data = await page.evaluateHandle(`(() => {
        const data = new DataTransfer()
        data.items.add(new File(['b'], 'b.txt', { type: 'text/plain' }))
        return data
      })()`)
      await page.dispatchEvent('.edit-box textarea', 'dragover', { dataTransfer: data })
      expect(await page.getByText('Drop files to send').count()).toBe(0)
      await page.dispatchEvent('.edit-box textarea', 'drop', { dataTransfer: data })
      await expect
        .poll(() => box().inputValue(), SOON)
        .toMatch(/^to be changed\n\[b\.txt\]\(\/user_uploads\/.+\)\n$/)
      expect(await text()).toBe('')
      await page.keyboard.press('Escape')
    })

    test('ends with the edit', async () => {
      await page.route('**/api/v1/tus', () => undefined)
      await paste({ text: '', files: [['c.txt', 'text/plain', 'c']] }, '.edit-box')
      await lines().getByText('c.txt').waitFor(SOON)
      await box().press('Escape')
      await box().waitFor({ state: 'detached' })
      await composer().press('ArrowLeft')
      await box().waitFor(SOON)
      expect(await box().inputValue()).toBe('to be changed')
      expect(await lines().count()).toBe(0)
      await page.unroute('**/api/v1/tus')
    })
  })

  test('by the mouse has its format, also after a V', async () => {
    await composer().dispatchEvent('keydown', { key: 'V', shiftKey: true })
    await paste({ text: 'let a', html: '<b>let</b> a' })
    await expect.poll(text, SOON).toBe('**let** a')
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

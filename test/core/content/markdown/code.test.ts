import { describe, expect, it } from 'vitest'
import { highlighterOf } from '../../../../core/content/markdown/code/grammars.ts'
import { LANGUAGES } from '../../../../core/content/markdown/code/languages.ts'
import { html } from './realm.ts'

/** The HTML of a block of code, `k:word` standing for a span. */
function coloured(language: string, code: string): string {
  const match = /<code>(.*)\n<\/code>/s.exec(html(`\`\`\`${language}\n${code}\n\`\`\``))
  return match![1]!.replace(/<span class="(\w+)">(.*?)<\/span>/g, '‹$1 $2›')
}

describe('code in a language', () => {
  it.each([
    ['python', 'def f(x): return None', '‹k def›‹w  ›‹nf f›‹p (›‹n x›‹p ):› ‹k return› ‹kc None›'],
    [
      'py',
      "import os  # a\n@x\nb = 'c' + 0x1f",
      '‹kn import›‹w  ›‹nn os›  ‹c1 # a›\n‹nd @x›\n‹n b› ‹o =› ‹s1 &#39;c&#39;› ‹o +› ‹mh 0x1f›',
    ],
    ['js', 'const a = `b`; // d', '‹kd const› ‹nx a› ‹o =› ‹sb `b`›‹p ;› ‹c1 // d›'],
    ['ts', 'let a: string = null', '‹kd let› ‹nx a›‹o :› ‹nb string› ‹o =› ‹kc null›'],
    [
      'json',
      '{"a": [1, 2.5, "b", true]}',
      '‹p {›‹nt &quot;a&quot;›‹o :› ‹p [›‹mi 1›‹p ,› ‹mf 2.5›‹p ,› ‹s2 &quot;b&quot;›‹p ,› ‹kc true›‹p ]}›',
    ],
    [
      'bash',
      'if [ "$A" ]; then echo b; fi',
      '‹k if› ‹p [› ‹s2 &quot;›‹nv $A›‹s2 &quot;› ‹p ];› ‹k then› ‹nb echo› b‹p ;› ‹k fi›',
    ],
    [
      'html',
      '<a href="b">c</a>',
      '‹p &lt;›‹nt a› ‹na href›‹o =›‹s &quot;b&quot;›‹p &gt;›c‹p &lt;/›‹nt a›‹p &gt;›',
    ],
    ['css', 'p { color: red; }', '‹nt p› ‹p {› ‹k color›‹p :› red‹p ;› ‹p }›'],
    [
      'c',
      '#include <a.h>\nint main(void);',
      '‹cp #include ›‹cpf &lt;a.h&gt;›\n‹kt int› ‹nf main›‹p (›‹kt void›‹p );›',
    ],
    ['c++', 'class A {};', '‹k class› ‹nc A› ‹p {};›'],
    ['java', 'import a.B;', '‹kn import› ‹nn a›‹p .›‹n B›‹p ;›'],
    ['go', 'func f() int { return 1 }', '‹kd func› ‹nf f›‹p ()› ‹kt int› ‹p {› ‹k return› ‹mi 1› ‹p }›'],
    ['rust', 'fn f() -> u8 { "a" }', '‹k fn› ‹nf f›‹p ()› ‹p -&gt;› ‹kt u8› ‹p {› ‹s &quot;a&quot;› ‹p }›'],
    [
      'sql',
      "SELECT a FROM b WHERE c = 'd'",
      '‹k SELECT› ‹n a› ‹k FROM› ‹n b› ‹k WHERE› ‹n c› ‹o =› ‹s1 &#39;d&#39;›',
    ],
    ['diff', '@@ -1 +1 @@\n-a\n+b', '‹gu @@ -1 +1 @@›\n‹gd -a›\n‹gi +b›'],
    ['yaml', 'a: "b" # c', '‹nt a›‹p :› ‹s2 &quot;b&quot;› ‹c1 # c›'],
    ['c', '/* a\n\nb */', '‹cm /* a›\n\n‹cm b */›'],
  ])('%s has Pygments’ classes: %s', (language, code, expected) => {
    expect(coloured(language, code)).toBe(expected)
  })

  it.each([
    ['self.x = cls(y)', '‹bp self›‹o .›‹n x› ‹o =› ‹bp cls›‹p (›‹n y›‹p )›'],
    ['from a.b import c as d', '‹kn from›‹w  ›‹nn a.b›‹w  ›‹kn import› ‹n c› ‹k as› ‹n d›'],
    ["f'{x!r}b' rb'\\n'", '‹sa f›‹s1 &#39;›‹si {›‹n x›‹si !r}›‹s1 b&#39;› ‹sa rb›‹s1 &#39;\\n&#39;›'],
    ["raise ValueError('\\n')", '‹k raise› ‹ne ValueError›‹p (›‹s1 &#39;›‹se \\n›‹s1 &#39;›‹p )›'],
    [
      'def __init__(self):\n    """A"""\n    a = """B"""',
      '‹k def›‹w  ›‹fm __init__›‹p (›‹bp self›‹p ):›\n‹w     ›‹sd &quot;&quot;&quot;A&quot;&quot;&quot;›\n    ‹n a› ‹o =› ‹s2 &quot;&quot;&quot;B&quot;&quot;&quot;›',
    ],
    ['if __name__: print(é)', '‹k if› ‹vm __name__›‹p :› ‹nb print›‹p (›‹n é›‹p )›'],
  ])('Python has Pygments’ classes of names and parts of strings: %s', (code, expected) => {
    expect(coloured('python', code)).toBe(expected)
  })

  it.each([
    ['html+php', 'HTML+PHP'],
    ['js+php', 'JavaScript+PHP'],
  ])('%s keeps the classes of the language inside it', (written, name) => {
    const rendered = html(`\`\`\`${written}\n<b><?php echo $a; ?></b>\n\`\`\``)
    expect(rendered).toContain(`data-code-language="${name}"`)
    expect(rendered).toContain('<span class="cp">&lt;?php</span> <span class="k">echo</span>')
  })

  it.each(['```\n:::python\nNone\n```', '```\n::python hl_lines="1"\nNone\n```', '    :::python\n    None'])(
    'is chosen by colons in the first line, and that line is not shown: %j',
    (content) => {
      expect(html(content)).toBe(
        '<div class="codehilite"><pre><span></span><code><span class="kc">None</span>\n</code></pre></div>',
      )
    },
  )

  it.each(['::1 is an address', ':::nosuch', ': python', 'a\n:::python'])(
    'keeps other lines with colons: %j',
    (first) => expect(html(`\`\`\`\n${first}\nNone\n\`\`\``)).toContain(first),
  )

  it.each([
    ['py', 'Python'],
    ['JS', 'JavaScript'],
    ['c++', 'C++'],
    ['text', 'Text only'],
    ['latex', 'TeX'],
    ['NoSuch', 'NoSuch'],
  ])('%s is shown as its language’s full name', (written, name) => {
    expect(html(`\`\`\`${written}\na\n\`\`\``)).toContain(` data-code-language="${name}">`)
  })

  it('can be the organization’s default language', () => {
    const realm = { defaultCodeLanguage: 'python' }
    expect(html('```\nNone\n```', realm)).toContain(
      'data-code-language="Python"><pre><span></span><code><span class="kc">',
    )
    expect(html('```js\na\n```', realm)).toContain('"JavaScript"')
    expect(html('    None', realm)).not.toContain('Python')
  })

  it('is chosen by a shebang', () => {
    expect(html('```\n#!/usr/bin/env -S node\nnull\n```')).toContain('<span class="kc">null</span>')
    expect(html('```\n#!/bin/nosuch\nnull\n```')).not.toContain('<span class=')
  })

  it('is shown without colours when colouring would take too long', () => {
    const rendered = html(`\`\`\`ts\n${'a'.repeat(9_900)}\n\`\`\``)
    expect(rendered).not.toContain('<span class=')
    expect(rendered).toContain('data-code-language="TypeScript"')
  })
})

it('every grammar that a language names can be loaded', () => {
  const grammars = new Set([...LANGUAGES].flatMap(({ grammar }) => grammar ?? []))
  expect(grammars.size).toBeGreaterThan(40)
  for (const grammar of grammars) expect(highlighterOf(grammar).registered(grammar), grammar).toBe(true)
})

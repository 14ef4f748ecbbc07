import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../../../../core/content/markdown/code/languages.ts'
import { compiled } from '../../../harness/product.ts'

const SAMPLES: Readonly<Record<string, string>> = {
  markup: '<style>a { color: red }</style><script>let x = 1</script><p onclick="f(1)" style="color: red">',
  markdown: '---\na: 1\n---\n\n```js\nlet x = 1\n```\n\n```python\ndef f(): pass\n```\n',
  php: '<?php echo "x"; ?><style>a { color: red }</style>',
  graphql: '"""\n# a **b**\n"""\ntype A { b: Int }',
}

/** The HTML of the samples in a new process that has shown code with `grammars` before. */
async function samplesAfter(grammars: readonly string[]): Promise<unknown> {
  const script = `
    const { highlight } = await import(${JSON.stringify(compiled('core/content/markdown/code/highlight.js'))})
    const show = (code, grammar) => highlight(code, grammar, { squaredCodeLeft: 1e9, budget: { left: 0 } })
    for (const grammar of ${JSON.stringify(grammars)}) show('x', grammar)
    const samples = ${JSON.stringify(Object.entries(SAMPLES))}
    console.log(JSON.stringify(samples.map(([grammar, code]) => show(code, grammar))))`
  const args = ['--input-type=module', '--eval', script]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args)
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

test('code looks the same, whatever code the process has shown before', async () => {
  const all = [...new Set([...LANGUAGES].flatMap(({ grammar }) => grammar ?? []))].sort()
  const expected = await samplesAfter(all)
  expect(await samplesAfter([])).toEqual(expected)
  expect(await samplesAfter(all.toReversed())).toEqual(expected)
  expect(await samplesAfter(['markup', 'css', 'javascript', 'python'])).toEqual(expected)
})

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules of axe that depend on colours. Another theme of the same page can break no other rule. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** The problems that axe finds on a page, each with its element, a line each. Empty without problems. */
export async function violations(page: Page, rules?: readonly string[]): Promise<string> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const options = JSON.stringify({ resultTypes: ['violations'], runOnly: rules })
  const { violations } = (await page.evaluate(`axe.run(${options})`)) as AxeResults
  return violations
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`))
    .join('\n')
}

/**
 * As `violations`, of a page in the light theme and then in the dark one. The page is in the light theme
 * afterwards.
 */
export async function violationsInBothThemes(page: Page): Promise<string> {
  const inLight = await violations(page)
  const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
  const light = await background()
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  if ((await background()) === light) throw new Error('the page has no dark theme')
  const inDark = await violations(page, RULES_OF_COLOURS)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  return [inLight, inDark && `in the dark theme: ${inDark}`].filter(Boolean).join('\n')
}

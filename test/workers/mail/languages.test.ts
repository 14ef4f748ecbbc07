import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { directionOf, LANGUAGES, type Language } from '../../../core/platform/text/languages.ts'
import { Templates } from '../../../workers/mail/templates.ts'
import { browserMissing, TestBrowser } from '../../harness/browser.ts'
import { samples } from './samples.ts'

const languages = Object.keys(LANGUAGES) as Language[]

let browser: TestBrowser
beforeAll(async () => {
  if (!browserMissing) browser = await TestBrowser.start()
})
afterAll(() => browser?.close())

describe.skipIf(browserMissing)('every mail', () => {
  test.each(languages)(
    'fits phones and wide windows in the language %s, in its direction',
    async (language) => {
      const { page, context } = await browser.open()
      await context.route('**', (route) => route.abort())
      const templates = new Templates()
      for (const [name, values] of Object.entries(samples(language))) {
        await page.setContent(templates.render(language, name, values).html)
        for (const width of [390, 800]) {
          await page.setViewportSize({ width, height: 800 })
          const found = await page.evaluate<unknown>(`({
          tooWide: document.documentElement.scrollWidth - innerWidth,
          direction: getComputedStyle(document.querySelector('.paper p')).direction,
        })`)
          expect(found, `${name} at ${width}`).toEqual({ tooWide: 0, direction: directionOf(language) })
        }
      }
      // What people write keeps its own direction.
      await page.setContent(
        templates.render(language, 'missed-messages', samples(language)['missed-messages']!).html,
      )
      const own = await page.evaluate<string>(
        `getComputedStyle([...document.querySelectorAll('p')].find((one) => one.textContent === 'Run, run, Orlando.')).direction`,
      )
      expect(own).toBe('ltr')
      // A Latin name is not mixed with the number after it: it is at the start of its line.
      const before = await page.evaluate<boolean>(`(() => {
      const name = document.querySelector('.paper strong')
      const rect = name.getBoundingClientRect()
      const line = name.parentElement.getBoundingClientRect()
      return Math.abs(${directionOf(language) === 'rtl' ? 'line.right - rect.right' : 'rect.left - line.left'}) < 1
    })()`)
      expect(before).toBe(true)
    },
  )
})

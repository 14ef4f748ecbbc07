import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The most stops of a page before a control counts as out of reach. */
const MOST_STOPS = 300

/** The actions of a person without a mouse, on a page that `open` has just loaded. */
export function keysAlone(page: () => Page, url: () => string) {
  /** Opens a page anew: nothing of it has the focus. */
  async function open(address: string): Promise<void> {
    await page().goto('about:blank')
    await page().goto(address.startsWith('#') ? `${url()}/${address}` : address)
    await page().getByRole('main').locator('h1, h2, article').first().waitFor()
  }

  /** The name of the control with the focus; empty when nothing has it. */
  const focused = () =>
    page().evaluate<string>(`(() => {
      const one = document.activeElement
      if (one === null || one === document.body) return ''
      const labelled = one.getAttribute('aria-labelledby')
      const text = one.ariaLabel || (labelled && document.getElementById(labelled)?.textContent) ||
        one.labels?.[0]?.textContent || one.textContent || one.title
      return text.trim().replace(/\\s+/g, ' ')
    })()`)

  async function press(...keys: string[]): Promise<void> {
    for (const key of keys) await page().keyboard.press(key)
  }

  /** Presses Tab, or another key, until a control whose name begins so, or matches, has the focus. */
  async function reach(name: string | RegExp, key = 'Tab'): Promise<void> {
    const passed: string[] = []
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      const now = await focused()
      if (typeof name === 'string' ? now.startsWith(name) : name.test(now)) return
      passed.push(now)
      await press(key)
    }
    throw new Error(`${key} does not reach ${name}, but ${[...new Set(passed)].join(' | ')}`)
  }

  /** Reaches a control and presses Enter. */
  async function enter(...names: (string | RegExp)[]): Promise<void> {
    for (const name of names) {
      await reach(name)
      await press('Enter')
    }
  }

  /** Opens the menu of the message with the focus, and chooses an entry. */
  async function choose(item: string): Promise<void> {
    await enter('More actions')
    await page().getByRole('menu').waitFor()
    for (let n = 0; n < 30 && !(await focused()).startsWith(item); n++) await press('ArrowDown')
    expect(await focused()).toMatch(new RegExp(`^${item}`))
    await press('Enter')
  }

  return {
    ...{ open, focused, press, reach, enter, choose },
    type: (text: string) => page().keyboard.type(text),
    /** Waits until the focus is on a control, because what had it is gone or has given it back. */
    isFocused: (name: string) => expect.poll(focused).toMatch(new RegExp(`^${name}`)),
    dialog: (name: string) => page().getByRole('dialog', { name }).waitFor(),
  }
}

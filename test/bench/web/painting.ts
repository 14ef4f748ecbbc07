import { type Measured, measured } from '../load.ts'
import type { BenchBrowser, Tab } from './browser.ts'
import { addressOf } from './organization.ts'

const MESSAGES = 150

export interface Painting {
  readonly client: Measured
  /** A page that sends by fetch, and one that reads the WebSocket and paints nothing. */
  readonly bare: Measured
}

/** Measures from the key that sends a message in one window until another window has painted the message. */
export async function measurePainting(browser: BenchBrowser, channel: number): Promise<Painting> {
  const sender = await browser.open('cordelia', `/${addressOf(channel, 'painting')}`)
  const receiver = await browser.open('hamlet', `/${addressOf(channel, 'painting')}`)
  const box = sender.page.getByRole('textbox', { name: 'Message', exact: true })
  await box.waitFor()
  await receiver.page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
  await sender.page.evaluate('probe.noteSending()')
  await receiver.page.evaluate('probe.notePainting()')
  const client = await exchange(sender, receiver, async (mark) => {
    await sender.page.keyboard.insertText(`mark ${mark}`)
    await sender.page.keyboard.press('Control+Enter')
  })
  await Promise.all([sender.close(), receiver.close()])

  const [from, to] = [await browser.openBare('cordelia'), await browser.openBare('hamlet')]
  await to.page.evaluate('probe.listenBare()')
  const bare = await exchange(from, to, async (mark) => {
    await from.page.evaluate(`probe.sendBare(${channel}, 'painting', 'mark ${mark}')`)
  })
  await Promise.all([from.close(), to.close()])
  return { client, bare }
}

/** Sends one message after the other. */
async function exchange(from: Tab, to: Tab, send: (mark: number) => Promise<void>): Promise<Measured> {
  for (let mark = 0; mark < MESSAGES; mark++) {
    await send(mark)
    await to.page.evaluate(`probe.whenMarkPainted(${mark})`)
  }
  const sent = await from.page.evaluate<number[]>('probe.sent')
  const painted = await to.page.evaluate<number[]>('probe.painted')
  return measured(
    painted.map((time, mark) => time - sent[mark]!),
    1,
  )
}

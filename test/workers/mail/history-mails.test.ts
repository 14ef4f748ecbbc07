import { afterAll, expect, test } from 'vitest'
import { recordImport } from '../../../core/transfer/history/record.ts'
import { mailHistoryArrivedJob } from '../../../workers/jobs/mails/mail-history-arrived.ts'
import { mailImportedPersonJob } from '../../../workers/jobs/mails/mail-imported-person.ts'
import { setRealm } from '../../gateway/routes/changes.ts'
import { Browsing } from '../../harness/browsing.ts'
import { core, enqueue, realm, server, setUpStage, userId, work, world } from './stage.ts'

setUpStage()

let stop: () => Promise<void> = async () => undefined
afterAll(() => stop())

const PASSWORD = 'seven lanterns in a row'
const mark = (name: string) =>
  world.sql('INSERT INTO unclaimed_person (user_id, realm_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    userId(name),
    realm.id,
  ])
const marksOf = (name: string) =>
  world.sql('SELECT refuses_mail FROM unclaimed_person WHERE user_id = $1', [userId(name)])
const ask = (name: string, until = Math.floor(Date.now() / 1000) + 86_400) =>
  enqueue('imported-person', { user: userId(name), by: userId('iago'), until }, 'invitations')
/** Resolves when no such mail is left. Nobody sends the others, such as those about new passwords. */
const idle = () =>
  server.until(async () => {
    const left = await world.sql(
      "SELECT FROM job_outbox WHERE name IN ('imported-person', 'history-arrived')",
    )
    return left.length === 0
  })
const only = async (address: string) => {
  const [received] = await server.to(address)
  await idle()
  expect(server.received).toHaveLength(1)
  return received!
}

test('an imported person gets a link with which to choose a password and come in', async () => {
  stop = await work([mailHistoryArrivedJob, mailImportedPersonJob])
  await mark('zoe')
  await ask('zoe')
  const { mail } = await only('zoe@demo.test')
  expect(mail.subject).toBe('Loquat demonstration has moved: come in')
  expect(mail.text).toContain('Iago has moved the chat of Loquat demonstration')
  const [link] = /http\S*\/accounts\/password\/reset\/\S+/.exec(mail.text!)!
  const { url } = await world.gateway()
  const answer = await new Browsing(url).submit(new URL(link).pathname, { password: PASSWORD })
  expect([200, 303]).toContain(answer.status)
  const logIn = await new Browsing(url).submit('/login', { email: 'zoe@demo.test', password: PASSWORD })
  expect(logIn.status).toBe(303)
  await expect.poll(() => marksOf('zoe')).toEqual([])
})

test('one click unsubscribes, and then nobody asks the person again', async () => {
  await mark('hamlet')
  await ask('hamlet')
  const received = await only('hamlet@demo.test')
  const [, link] = /<(http[^>]*\/accounts\/unsubscribe\/[^>]*)>/.exec(received.header('list-unsubscribe')!)!
  const { url } = await world.gateway()
  const answer = await new Browsing(url).request('POST', new URL(link!).pathname, '')
  expect(answer.status).toBe(200)
  expect(await marksOf('hamlet')).toEqual([{ refuses_mail: true }])
  await ask('hamlet')
  await idle()
  expect(server.received).toHaveLength(1)
})

test('nobody who has come meanwhile gets a mail, and no link that has expired is sent', async () => {
  await mark('shiva')
  await ask('shiva', Math.floor(Date.now() / 1000) - 1)
  await ask('desdemona')
  await idle()
  expect(server.received).toHaveLength(0)
})

test('where people log in with other accounts, the mail leads to the log-in page', async () => {
  const { authentication_methods: methods } = realm.record.settings as unknown as {
    authentication_methods: Record<string, boolean>
  }
  await setRealm(core, realm, { authentication_methods: { ...methods, Email: false } } as never)
  await mark('cordelia')
  await ask('cordelia')
  const { mail } = await only('cordelia@demo.test')
  expect(mail.text).toMatch(/\/login\n/)
  expect(mail.text).not.toContain('password/reset')
})

test('the owner gets a mail that leads to the report', async () => {
  await recordImport(core, realm.id, {
    fileName: 'a.zip',
    length: 5,
    report: {
      product: 'Slack',
      counts: [{ what: 'messages', found: 1_200, kept: 1_199 }],
      notes: [
        {
          action: 'left out',
          text: 'messages: it is there twice',
          template: '{kind}: it is there twice',
          values: { kind: 'messages' },
          count: 1,
        },
      ],
    },
  })
  await enqueue('history-arrived', { user: userId('desdemona') })
  const { mail } = await only('desdemona@demo.test')
  expect(mail.subject).toBe('The history of Loquat demonstration is here')
  expect(mail.text).toContain('http://localhost:9991/#organization/bring-history')
  expect(mail.text).toContain('- Messages: 1,199 / 1,200\n- 1 × messages: it is there twice')
  expect(mail.html).toMatch(/<li><span dir="auto">Messages: 1,199 .{1,10} 1,200<\/span><\/li>/)
})

import { UnrecoverableError } from 'bullmq'
import { expect, test } from 'vitest'
import { Troubles } from '../../../core/platform/incidents/troubles.ts'
import { watchMail } from '../../../workers/mail/mail-troubles.ts'

const answered = (message: string, responseCode?: number) =>
  Object.assign(new Error(message), responseCode !== undefined && { responseCode })

test.each([
  ['mail-deferred', answered('Mail command failed: 421 4.7.0 too many mails', 421)],
  ['mail-deferred', answered("Can't send mail - all recipients were rejected: 450 4.2.0 greylisted", 450)],
  ['mail-deferred', answered('Invalid login: 454 4.7.0 Temporary authentication failure', 454)],
  ['mail-deferred', answered('Message failed: 452 4.3.1 no space', 452)],
  ['mail-deferred', answered('Invalid greeting. response=421 4.3.2 closing')],
  ['mail-refused', answered('Mail command failed: 550 5.7.1 relaying denied', 550)],
  ['mail-refused', answered('Invalid login: 535 5.7.8 no', 535)],
  ['mail-refused', answered('Message failed: 554 5.7.1 more than 421 links', 554)],
  ['mail-refused', new UnrecoverableError('Message failed: 550 5.7.1 no')],
])('an answer of the mail server is %s: %s', async (name, error) => {
  const troubles = new Troubles()
  const send = () => Promise.reject(error)
  await expect(watchMail(troubles, { server: 'mail.example:25', realm: 1 }, send)).rejects.toBe(error)
  expect(troubles.current().map((each) => each.name)).toEqual([name])
})

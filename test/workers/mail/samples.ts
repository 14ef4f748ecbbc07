import type { Language } from '../../../core/platform/text/languages.ts'
import { settingsOf } from '../../../core/state/users/settings.ts'
import { MailCount } from '../../../workers/mail/count.ts'
import { MailDevice } from '../../../workers/mail/device.ts'
import { look } from '../../../workers/mail/look.ts'
import type { Values } from '../../../workers/mail/templates.ts'
import { MailDay, MailTime } from '../../../workers/mail/time.ts'
import { wordsOf } from '../../../workers/mail/words.ts'

/** Values of every mail, with `count` for each number. */
export function samples(language: Language, count = 3): Readonly<Record<string, Values>> {
  const words = wordsOf(language)
  const settings = settingsOf({ default_language: language, twenty_four_hour_time: true })
  const when = new MailTime({ settings, timezone: 'Europe/Rome' }, 1_795_190_700)
  const account = { name: 'Rosalind', email: 'rosalind@arden.test' }
  const common = {
    look,
    realm: { name: 'Arden', url: 'https://arden.test', host: 'arden.test', icon: '' },
    unsubscribeUrl: 'https://arden.test/accounts/unsubscribe/x',
    replyTo: '',
    settingsLink: 'https://arden.test/#settings/notifications',
    link: 'https://arden.test/accounts/do/0123456789abcdef0123456789abcdef0123456789abcdef',
  }
  const number = new MailCount(count)
  const message = {
    sender: 'Orlando',
    time: when,
    html: '<p>Run, run, Orlando.</p>',
    text: 'Run, run, Orlando.',
  }
  const names = ['Orlando', 'Celia']
  const topic = {
    channel: 'forest',
    topic: 'verses on trees',
    link: common.link,
  }
  const missed = {
    ...{ isTopic: true, isDirect: false, isGroup: false, isResolved: true, showsRealmName: true },
    ...{ showsContent: true, isForbidden: false, channel: 'forest', topic: 'verses on trees' },
    ...{ people: words.and(['Celia', words.others(count)]), count: number, isOne: false, omitted: number },
    messages: [
      { ...message, isContext: true },
      { ...message, isContext: false },
    ],
    reason: words.reasons.followed,
  }
  const mails = {
    'account-deactivated': { ...account, by: 'Celia', hasComment: true, comment: 'Farewell.' },
    'confirm-email-change': { ...account, formerEmail: 'ganymede@arden.test', validHours: number },
    'history-arrived': {
      ...account,
      reportUrl: 'https://arden.test/#organization/bring-history',
      hasLines: true,
      lines: [{ text: `Messages: ${count}` }, { text: '2 × pins: messages are not pinned here' }],
    },
    'imported-person': { ...account, inviter: 'Celia', usesPassword: count !== 1, expires: when },
    'accounts-merged': { ...account, former: 'Old Rosalind', address: 'rosalind@arden.test' },
    'confirm-to-join': { validHours: number },
    digest: {
      ...account,
      topics: [
        {
          ...topic,
          people: names.join(words.comma),
          messages: [message],
          more: number,
          isMoreOne: false,
          others: number,
        },
        {
          ...topic,
          people: words.and(names),
          messages: [],
          more: number,
          isMoreOne: false,
          others: new MailCount(0),
        },
      ],
      channels: [{ channel: 'court', description: 'Of the duke', link: common.link }],
      ...{ hasTopics: true, hasChannels: true, hasPeople: true, newPeople: 'Touchstone, Jaques' },
    },
    'email-changed': { ...account, newEmail: 'ganymede@arden.test' },
    'export-finished': { ...account, days: number },
    invitation: { inviter: 'Celia', expires: when },
    'invitation-reminder': { inviter: 'Celia', expires: when },
    'missed-messages': missed,
    'new-login': {
      ...{ ...account, when, address: '192.0.2.7' },
      device: new MailDevice({
        device: 'the mobile app on Android',
        program: 'mobile_app',
        system: 'Android',
      }),
    },
    'organization-created': {
      ...account,
      inviteUrl: 'https://arden.test/#organization/invitations',
      guideUrl: 'https://arden.test/help/administration',
    },
    'organization-deactivated': {
      ...{ ...account, by: 'Celia', isDeleted: true, date: new MailDay('2026-12-24') },
    },
    'password-changed': { ...account, when },
    'password-reset': { ...account, validHours: number },
    'second-factor-changed': { ...account, when, change: words.secondFactor.passkey_added },
  } satisfies Readonly<Record<string, Values>>
  return Object.fromEntries(Object.entries(mails).map(([name, values]) => [name, { ...common, ...values }]))
}

import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import type { RuntimeConfig } from '../../config/environment.ts'
import type { Mail, MailAddress } from '../../core/notifying/mail/mail.ts'
import { realmUrl } from '../../core/state/realm/address.ts'
import { realmIcon } from '../../core/state/realm/images.ts'
import type { RealmRecord } from '../../core/state/realm/record.ts'
import { look } from './look.ts'
import type { MailContent } from './mail-content.ts'
import type { Templates, Values } from './templates.ts'
import { wordsOf } from './words.ts'

/** The job of a mail. */
export interface MailOrigin {
  readonly outboxId: number
  readonly name: string
  readonly data: unknown
}

/**
 * Composes a mail from its content. Each attempt of a job composes the same mail with the same Message-ID, by
 * which mail programs recognise a mail that arrives twice. Throws for an unknown name in a template.
 */
export function composeMail(
  config: RuntimeConfig,
  templates: Templates,
  origin: MailOrigin,
  mail: MailContent,
): Mail {
  const { realm, thread, unsubscribeUrl } = mail
  const from = senderOf(config.mailFrom, mail)
  const domain = from.address.split('@')[1]!
  const values: Values = {
    ...mail.values,
    look,
    realm: realmValues(realm, config.rootUrl),
    unsubscribeUrl: unsubscribeUrl ?? '',
    replyTo: config.mailReplyTo ?? '',
  }
  const rendered = templates.render(mail.language, origin.name, values)
  return {
    ...rendered,
    messageId: messageId(config.secretKey, origin, domain),
    from,
    to: mail.to,
    replyTo: config.mailReplyTo,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(thread !== undefined && threadHeaders(`<${thread}.${realm.id}@${domain}>`)),
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

/** Mail programs group mails by the id of a thread's first mail, which need not exist. */
const threadHeaders = (first: string) => ({ 'In-Reply-To': first, References: first })

/**
 * The sender of MAIL_FROM. Without a name in it, the sender has the name of the organization, after the
 * author of what the mail shows.
 */
function senderOf(mailFrom: string, { realm, author, language }: MailContent): MailAddress {
  const [, name = '', inner] = /^([^<]*)<([^>]+)>$/.exec(mailFrom) ?? []
  const address = withDomain(inner ?? mailFrom)
  const server = name.trim().replace(/^"(.*)"$/, '$1') || realm.settings.name
  return { name: author === undefined ? server : wordsOf(language).via(author, server), address }
}

/** An IP address as the domain is written in brackets. */
function withDomain(address: string): string {
  const [local, domain] = address.split('@') as [string, string]
  return isIP(domain) === 4 ? `${local}@[${domain}]` : address
}

/** The hash covers the job's data, because ids of the outbox repeat after a database was restored. */
function messageId(secret: string, { outboxId, name, data }: MailOrigin, domain: string): string {
  const hash = createHmac('sha256', secret).update(JSON.stringify(['mail', outboxId, name, data]))
  return `<${outboxId}.${hash.digest('hex').slice(0, 24)}@${domain}>`
}

function realmValues(realm: RealmRecord, rootUrl: string): Values {
  const url = realmUrl(realm, rootUrl)
  const { source, url: icon } = realmIcon(realm)
  return {
    name: realm.settings.name,
    url,
    host: new URL(url).host,
    // A generated icon comes from another server, which would learn who reads the mail when.
    icon: source === 'U' ? new URL(icon, url).href : '',
  }
}

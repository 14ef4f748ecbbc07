import { unknownHost } from './unknown-host.ts'

const RESTART =
  'Both are in the environment of gateways and workers (with systemd: /etc/loquat/loquat.env). Restart these after a change, one after another: `systemctl restart loquat-worker@1 loquat-gateway@9991`.'
const TRY_MAIL =
  'Then try it: `npm run loquat -- doctor --only mail --send-to you@example.com`. Mails that have failed by then are in `/ops/jobs?queue=email&state=failed`: try them again.'
const SMTP_URL_CHANGED = `${RESTART.replace('Both are', 'SMTP_URL is')}\n${TRY_MAIL}`
const SETTINGS = `Correct SMTP_URL or MAIL_FROM, or let the mail server accept this sender. ${RESTART}\n${TRY_MAIL}`
const RELAY = `The mail server does not send mails for this server. Put a user and a password into SMTP_URL, or let the mail server relay for the address of this machine (Postfix: mynetworks). SMTP_URL is in the environment of gateways and workers (with systemd: /etc/loquat/loquat.env). Restart these after a change, one after another: \`systemctl restart loquat-worker@1 loquat-gateway@9991\`.\n${TRY_MAIL}`
const RETRIED =
  'Invitations, links for new passwords and notifications by mail do not arrive. The refused mails are sent again by themselves for 13 hours. After that they fail; none is deleted.'
const FAILED_AT_ONCE =
  'Invitations, links for new passwords and notifications by mail do not arrive. The refused mails have failed at once, and are not sent again by themselves; none is deleted.'

const PUSH_KEY = 'Push notifications to %s are signed with the wrong key.'
const NO_PUSH = 'People get no notifications in browsers that use this service.'
const REGISTER_AGAIN =
  'If you do not have the former pair: leave the settings as they are. Each browser registers again when somebody opens the web client in it.'

const WHOSE_WEBHOOK =
  'If the program is not yours: write to the owner of the bot that the reason names, or to the owners of the organization. In the settings of the organization they give the bot another address, or deactivate it.\nLoquat asks this address less and less often meanwhile.'

const BACKUP_STEPS = (host: string, file: string) =>
  `1. Look on ${host} whether its timer or cron job still runs: \`systemctl list-timers --all\`, and \`crontab -l\` as root and as postgres.
2. Read what the last run printed: \`journalctl -n 50 -u UNIT\`, with the unit that the timer starts.
3. Run the backup by hand (docs/deploy.md, Back up). Its last command must be \`touch ${file}\`: the time of this file is all that Loquat knows of backups.`

/** Mail, push, webhooks, and the machine's needs from outside. */
export const OUTSIDE_KINDS = {
  'mail-deferred': {
    severity: 'warning',
    lastsSeconds: 900,
    sentence: 'The mail server takes no mails for now, and defers them.',
    effect:
      'Mails are late, and none is lost: each deferred mail is sent again by itself, for up to 13 hours.',
    remedy:
      '1. Wait some minutes: the answer of the mail server means "later", and many servers soon take the mails.\n2. If it lasts, look for the reason in the log of the mail server, or ask its provider. `npm run loquat -- doctor --only mail` tries the connection.',
    cases: [
      {
        reason: /gr[ae]y-?list/i,
        remedy:
          'Nothing: the mail server takes the first mail of an unknown sender at a later attempt only (greylisting), which comes by itself.',
      },
      {
        reason: /too (?:many|fast|much)|\b(?:rate|limit\w*|quota|throttl\w*)\b|\b4\.7\.\d/i,
        sentence: 'The mail server limits how many mails Loquat may send, and defers the others.',
        remedy:
          '1. The mail server has a rate limit for this server, which its log or its provider names. Raise it there.\n2. If it cannot be raised, let Loquat send fewer: set for example `QUEUE_RATE=email=60/60,invitations=60/60` (60 mails of each queue in 60 s) in the environment of the workers (with systemd: /etc/loquat/loquat.env), and restart them: `systemctl restart loquat-worker@1`.\nThe deferred mails need nothing: Loquat sends them again.',
      },
      {
        reason: /\b452\b|\b4\.3\.[12]\b|queue is full|\b(?:disk|storage|space)\b/i,
        remedy:
          'The queue or the disk of the mail server is full. Make room there; its log says what is full. `npm run loquat -- doctor --only mail` tries the connection.',
      },
    ],
  },
  'mail-refused': {
    severity: 'critical',
    severities: ['warning'],
    lastsSeconds: 900,
    sentence: 'The mail server refuses mails.',
    effect:
      'Invitations, links for new passwords and notifications by mail do not arrive. Mails to refused recipients fail at once; others are sent again by themselves for 13 hours.',
    remedy: SETTINGS,
    cases: [
      {
        reason:
          /(?:recipients? (?:were|was) rejected|Recipient command failed|Message failed|Data command failed).*relay/is,
        effect: FAILED_AT_ONCE,
        remedy: RELAY,
      },
      { reason: /relay/i, effect: RETRIED, remedy: RELAY },
      {
        reason: /Invalid login|\b53[0-5]\b/,
        effect: RETRIED,
        remedy: `The mail server does not accept the user and the password of SMTP_URL. Special characters in them must be percent-encoded (\`@\` is \`%40\`). ${SMTP_URL_CHANGED}`,
      },
      {
        reason:
          /recipients? (?:were|was) rejected|Recipient command failed|Message failed|Data command failed/i,
        effect:
          'The mails to these recipients, or with these texts, have failed at once, and are not sent again by themselves; none is deleted. Other mails arrive.',
        remedy: `If the address is wrong, remove the mails: \`/ops/jobs?queue=email&state=failed\`. If all recipients are refused, let the mail server accept this sender, or correct SMTP_URL or MAIL_FROM. ${RESTART}\n${TRY_MAIL}`,
      },
      { reason: /Mail command failed/i, effect: RETRIED, remedy: SETTINGS },
    ],
  },
  'mail-silent': {
    severity: 'critical',
    lastsSeconds: 900,
    sentence: 'The mail server does not answer.',
    effect: 'Invitations, links for new passwords and notifications by mail wait, for up to 13 hours.',
    remedy:
      'Look whether it runs and whether this machine reaches its port (many providers block port 25): `npm run loquat -- doctor --only mail`.',
    cases: [
      ...unknownHost('the mail server', 'SMTP_URL'),
      {
        reason: /ECONNREFUSED/,
        remedy:
          'Nothing accepts connections at this address. Start the mail server, or correct SMTP_URL: `npm run loquat -- doctor --only mail`.',
      },
      {
        reason: /certificate|altnames/i,
        sentence: 'Loquat does not trust the certificate of the mail server.',
        remedy: `1. If it has expired, renew it at the mail server.
2. If it is for another host name, write that name into SMTP_URL.
3. If an authority of your own has issued it, name the file with the certificate of this authority in NODE_EXTRA_CA_CERTS. ${SMTP_URL_CHANGED}`,
      },
      {
        reason: /wrong version number|packet length too long/i,
        sentence: 'The mail server does not speak TLS from the start at this port.',
        remedy: `SMTP_URL begins with smtps://, for a port that begins without TLS, usually 587 or 25. Write smtp:// before this port, or take the port for TLS, usually 465. ${SMTP_URL_CHANGED}`,
      },
      {
        reason: /Greeting never received/i,
        sentence: 'The mail server accepts connections, and does not answer.',
        remedy: `It hangs or is overloaded, or waits for TLS: if it is the port for TLS (usually 465), SMTP_URL must begin with smtps://. Look at the log and the load of the mail server. ${SMTP_URL_CHANGED}`,
      },
      {
        reason: /Connection timeout|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/i,
        sentence: 'The mail server cannot be reached.',
        remedy: `No connection is made: its machine is off, or a firewall is in the way. Many providers of servers block port 25: take port 587 with a user and a password. ${SMTP_URL_CHANGED}`,
      },
    ],
  },
  'mail-slow': {
    severity: 'warning',
    lastsSeconds: 300,
    sentence: 'The mail server answers slowly.',
    effect: 'Mails are late.',
    remedy: 'Look at its load and its limits for each client. SMTP_CONNECTIONS sends more at the same time.',
  },
  'mail-unset': {
    severity: 'critical',
    lastsSeconds: 900,
    sentence: 'Mails fail, because no mail server is configured.',
    effect: 'Invitations, links for new passwords and notifications by mail fail at once.',
    remedy: 'Set SMTP_URL for gateways and workers, restart them, and try the failed jobs again.',
  },
  'push-gone': {
    severity: 'notice',
    lastsSeconds: 600,
    sentence: 'The push service %s no longer knows devices.',
    effect: 'These devices get no notifications. Loquat has removed them.',
    remedy:
      'Usual for a few devices: browsers and phones give new addresses. When many go at once, look whether the keys for push were changed; people switch notifications on again.',
  },
  'push-limited': {
    severity: 'warning',
    lastsSeconds: 300,
    sentence: 'The push service %s asks for fewer notifications.',
    effect: 'Notifications of this service are late.',
    remedy: 'Loquat waits as long as the service asks. QUEUE_RATE push=… sends fewer from the start.',
  },
  'push-failing': {
    severity: 'warning',
    lastsSeconds: 300,
    sentence: 'The push service %s fails.',
    effect: 'Notifications of this service are late, and are given up after some attempts.',
    remedy:
      'Look at the status page of the service, and whether this machine reaches it: `npm run loquat -- doctor --only push`.',
  },
  'push-refused': {
    severity: 'warning',
    lastsSeconds: 600,
    sentence: 'The push service %s refuses notifications.',
    effect: 'People get no notifications from this service.',
    remedy:
      'The reason is the answer of the service. Compare the keys of this server with those that it expects: `npm run loquat -- doctor --only push` on the machine of a worker.',
    cases: [
      {
        reason: /./,
        subject: /^FCM /,
        remedy:
          'Compare FCM_SERVICE_ACCOUNT_FILE with the Firebase project of the app that people have installed: the key must be of the same project, and not be deleted there. Try it: `npm run loquat -- doctor --only push`. Then restart the workers.',
      },
      {
        reason: /./,
        subject: /^APNs /,
        remedy:
          'Compare APNS_KEY_FILE, APNS_KEY_ID and APNS_TEAM_ID with the push keys of the Apple team that publishes the app, and the clock of the workers. Try it: `npm run loquat -- doctor --only push`. Then restart the workers.',
      },
      {
        reason: /of VAPID_PUBLIC_KEY, which differs/,
        sentence: PUSH_KEY,
        effect: NO_PUSH,
        remedy: `VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are another pair than the one with which browsers have registered.
If you have the former pair: set it for all gateways and workers, and restart these. If the server had made it, remove both settings instead.
${REGISTER_AGAIN}`,
      },
      {
        reason: /^[^;]*(?:vapid|\bkeys?\b|credential)[^;]*; .*that the server made(?: on \S+)?$/i,
        sentence: PUSH_KEY,
        effect: NO_PUSH,
        remedy: `The server has made the key pair (VAPID) that it signs with, and the browsers have registered with a former one. Usual causes: the database was begun anew, or VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY were set before and are missing now.
1. Look for the former pair: in former settings of the server, or in the table server_key of a backup. If you have it, set VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY to it for all gateways and workers, and restart these. \`npm run loquat -- doctor --only push\` then prints its public key.
2. ${REGISTER_AGAIN}`,
      },
      {
        reason: /^[^;]*(?:vapid|\bkeys?\b|credential)[^;]*; .*of VAPID_PUBLIC_KEY$/i,
        sentence: PUSH_KEY,
        effect: NO_PUSH,
        remedy: `The browsers have registered with another key pair than VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY of this worker. All gateways and workers need the same pair: \`npm run loquat -- doctor --only push\` prints the public key, which must begin as here.
If you have the former pair: set it for all gateways and workers, and restart these.
${REGISTER_AGAIN}`,
      },
      {
        reason: /; signed with the key/,
        remedy: `The service does not accept the signature of this server.
If its answer speaks of the time or of an expired token: look at the clock of the workers, \`timedatectl\`.
Otherwise the browsers have probably registered with another key pair (VAPID). \`npm run loquat -- doctor --only push\` prints the public key in use. If you have the former pair: set VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY to it for all gateways and workers, and restart these.
${REGISTER_AGAIN}`,
      },
    ],
  },
  'webhook-silent': {
    severity: 'notice',
    lastsSeconds: 300,
    sentence: 'The outgoing webhook at %s does not answer.',
    effect: 'Messages to this bot get no answer. Other bots are not delayed.',
    remedy: `1. Test it on the machine of a worker: \`curl -m 10 -v {subject}\`. Any status means that it answers again.
${WHOSE_WEBHOOK}`,
    cases: [
      {
        reason: /^no answer within/,
        sentence: 'The program behind the outgoing webhook at %s accepts connections, and does not answer.',
        remedy: `1. Test it on the machine of a worker: \`curl -m 10 -v {subject}\`. Any status means that it answers again. A timeout means that it still hangs.
2. If the program is yours: restart it. The end of its log says why it hangs.
${WHOSE_WEBHOOK}`,
      },
      {
        reason: /^no connection .*ECONNREFUSED/,
        sentence: 'The program behind the outgoing webhook at %s does not run, or has another address.',
        remedy: `Its machine answers, and nothing accepts connections at this port.
1. If the program is yours: start it. Then test it on the machine of a worker: \`curl -m 10 -v {subject}\`. Any status means that it answers again.
${WHOSE_WEBHOOK}`,
      },
      {
        reason: /^no connection/,
        sentence: 'The machine of the outgoing webhook at %s cannot be reached.',
        remedy: `Its machine is off, a firewall or a route is in the way, or its name is wrong.
1. Test it on the machine of a worker, and then on its own machine: \`curl -m 10 -v {subject}\`. If it answers there alone, the network is the reason.
${WHOSE_WEBHOOK}`,
      },
    ],
  },
  'certificate-old': {
    severity: 'warning',
    severities: ['critical'],
    lastsSeconds: 7200,
    sentence: 'The certificate of %s ends soon or has ended.',
    effect: 'From its end on, browsers and apps refuse to connect.',
    remedy:
      'Renew it at the proxy, and look why it was not renewed by itself: `certbot renew`, or the log of Caddy.',
    cases: [
      {
        reason: /it ended on/,
        sentence: 'The certificate of %s has ended.',
        effect: 'Browsers and apps refuse to connect.',
        remedy:
          'Renew it at the proxy now, and look why it was not renewed by itself: `certbot renew`, or the log of Caddy. Reload the proxy, so that it uses the new one.',
      },
      {
        reason: /it ends on/,
        sentence: 'The certificate of %s ends soon.',
        remedy:
          'Usually a program renews it 30 days before its end, and this has failed. Look why: `certbot renew`, or the log of Caddy. Reload the proxy, so that it uses the new one.',
      },
    ],
  },
  'backup-old': {
    severity: 'warning',
    lastsSeconds: 1200,
    sentence: 'The newest backup is too old or missing.',
    effect: 'After a loss of the disk, everything since then is gone.',
    remedy: BACKUP_STEPS('its machine', '$BACKUP_MARKER'),
    cases: [
      {
        reason: /^there is none, .* (?<file>\/.*) on (?<host>\S+)$/,
        sentence: 'The newest backup is missing.',
        effect: 'After a loss of the disk, everything may be gone.',
        remedy: BACKUP_STEPS('{host}', '{file}'),
      },
      {
        reason: /^it is \d+ h old.* (?<file>\/.*) on (?<host>\S+)$/,
        sentence: 'The newest backup is too old.',
        remedy: BACKUP_STEPS('{host}', '{file}'),
      },
    ],
  },
  'archive-failing': {
    severity: 'warning',
    lastsSeconds: 120,
    sentence: 'Postgres cannot archive its WAL.',
    effect: 'A restore to a point in time ends before now, and the disk of Postgres fills up.',
    remedy: 'Run archive_command by hand as the user of Postgres; its log has what the command printed.',
  },
} as const

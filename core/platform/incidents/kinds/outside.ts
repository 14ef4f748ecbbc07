/** Mail, push, webhooks, and the machine's needs from outside. */
export const OUTSIDE_KINDS = {
  'mail-refused': {
    severity: 'critical',
    lastsSeconds: 900,
    sentence: 'The mail server refuses mails.',
    effect:
      'Invitations, links for new passwords and notifications by mail do not arrive. Mails to refused recipients fail at once; others are sent again for 13 hours.',
    remedy:
      'Correct SMTP_URL and MAIL_FROM, or let the mail server accept this sender. Then try it: `npm run loquat -- doctor --only mail --send-to you@example.com`.',
    cases: [
      {
        reason: /\b4\d\d[ -]/,
        remedy:
          'The mail server refuses for a while only. Raise its limit for this server, or wait. Its log says more.',
      },
      {
        reason: /relay/i,
        remedy:
          'The mail server does not send mails for this server. Put a user and a password into SMTP_URL, or let the mail server relay for the address of this machine (Postfix: mynetworks). Then try it: `npm run loquat -- doctor --only mail --send-to you@example.com`.',
      },
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
      {
        reason: /ECONNREFUSED/,
        remedy:
          'Nothing accepts connections at this address. Start the mail server, or correct SMTP_URL: `npm run loquat -- doctor --only mail`.',
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
        remedy:
          'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are another pair than the one with which browsers have registered. Remove both settings, or set the former pair, for all gateways and workers, and restart these. With the new pair, each browser registers again when somebody opens the web client in it.',
      },
      {
        reason: /that the server made$/,
        remedy:
          'The browsers have registered with another key pair (VAPID) than the one that the server has made, keeps in Postgres and signs with now. Was the database begun anew or restored, or VAPID_PUBLIC_KEY set before? Set VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY to the former pair for all gateways and workers, and restart them; `npm run loquat -- doctor --only push` prints the key. Without the former pair, each browser registers again when somebody opens the web client in it. A wrong clock of the workers has the same effect: `timedatectl`.',
      },
      {
        reason: /of VAPID_PUBLIC_KEY$/,
        remedy:
          'The browsers have registered with another key pair than VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY of this worker. Compare both settings on all gateways and workers: `npm run loquat -- doctor --only push` prints the key, which must begin as here. Put the former pair back, and restart them. Without it, each browser registers again when somebody opens the web client in it. A wrong clock of the workers has the same effect: `timedatectl`.',
      },
    ],
  },
  'webhook-silent': {
    severity: 'notice',
    lastsSeconds: 300,
    sentence: 'The outgoing webhook at %s does not answer.',
    effect: 'Messages to this bot get no answer. Other bots are not delayed.',
    remedy:
      'Look whether the program at this address runs and whether this machine reaches it. Otherwise ask the owners of the organization to correct the address of the bot that the reason names, or to deactivate the bot. Loquat asks its host less and less often meanwhile.',
  },
  'certificate-old': {
    severity: 'warning',
    lastsSeconds: 7200,
    sentence: 'The certificate of %s ends soon or has ended.',
    effect: 'From its end on, browsers and apps refuse to connect.',
    remedy:
      'Renew it at the proxy, and look why it was not renewed by itself: `certbot renew`, or the log of Caddy.',
  },
  'backup-old': {
    severity: 'warning',
    lastsSeconds: 1200,
    sentence: 'The newest backup is too old or missing.',
    effect: 'After a loss of the disk, everything since then is gone.',
    remedy:
      'Run the backup by hand and read what it prints; look whether its timer or cron job still runs. Its last line touches the file of BACKUP_MARKER (docs/operations.md, Backup and restore).',
  },
  'archive-failing': {
    severity: 'warning',
    lastsSeconds: 120,
    sentence: 'Postgres cannot archive its WAL.',
    effect: 'A restore to a point in time ends before now, and the disk of Postgres fills up.',
    remedy: 'Run archive_command by hand as the user of Postgres; its log has what the command printed.',
  },
} as const

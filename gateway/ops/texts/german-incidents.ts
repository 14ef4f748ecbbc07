import type { IncidentName, KindTexts } from '../../../core/platform/incidents/catalogue.ts'

const RESTART =
  'Beide stehen in der Umgebung der Gateways und Worker (mit systemd: /etc/loquat/loquat.env). Starte diese nach einer Änderung neu, eines nach dem anderen: `systemctl restart loquat-worker@1 loquat-gateway@9991`.'
const TRY_MAIL =
  'Probiere es dann aus: `npm run loquat -- doctor --only mail --send-to you@example.com`. Mails, die bis dahin gescheitert sind, stehen in `/ops/jobs?queue=email&state=failed`: Versuche sie noch einmal.'
const SMTP_URL_CHANGED = `${RESTART.replace('Beide stehen', 'SMTP_URL steht')}\n${TRY_MAIL}`
const SETTINGS = `Berichtige SMTP_URL oder MAIL_FROM, oder lass den Mailserver diesen Absender annehmen. ${RESTART}\n${TRY_MAIL}`
const RELAY = `Der Mailserver sendet keine Mails für diesen Server. Schreibe einen Benutzer und ein Passwort in SMTP_URL, oder lass den Mailserver für die Adresse dieses Rechners weiterleiten (Postfix: mynetworks). SMTP_URL steht in der Umgebung der Gateways und Worker (mit systemd: /etc/loquat/loquat.env). Starte diese nach einer Änderung neu, eines nach dem anderen: \`systemctl restart loquat-worker@1 loquat-gateway@9991\`.\n${TRY_MAIL}`
const RETRIED =
  'Einladungen, Links für neue Passwörter und Benachrichtigungen per Mail kommen nicht an. Die abgelehnten Mails werden 13 Stunden lang von selbst noch einmal gesendet. Danach scheitern sie; keine wird gelöscht.'
const FAILED_AT_ONCE =
  'Einladungen, Links für neue Passwörter und Benachrichtigungen per Mail kommen nicht an. Die abgelehnten Mails sind sofort gescheitert und werden nicht von selbst noch einmal gesendet; keine ist gelöscht.'

const PUSH_KEY = 'Push-Benachrichtigungen an %s sind mit dem falschen Schlüssel signiert.'
const NO_PUSH = 'Niemand bekommt Benachrichtigungen in Browsern, die diesen Dienst nutzen.'
const REGISTER_AGAIN =
  'Wenn du das frühere Paar nicht hast: Lass die Einstellungen, wie sie sind. Jeder Browser meldet sich wieder an, wenn jemand den Web-Client darin öffnet.'

const WHOSE_WEBHOOK =
  'Ist das Programm nicht deines: Schreibe dem Besitzer des Bots, den der Grund nennt, oder den Eigentümern der Organisation. In den Einstellungen der Organisation geben sie dem Bot eine andere Adresse oder deaktivieren ihn.\nLoquat fragt diese Adresse inzwischen immer seltener.'

const BACKUP_STEPS = (host: string, file: string) =>
  `1. Sieh auf ${host} nach, ob ihr Timer oder Cronjob noch läuft: \`systemctl list-timers --all\` und \`crontab -l\` als root und als postgres.
2. Lies, was der letzte Lauf ausgab: \`journalctl -n 50 -u UNIT\`, mit der Unit, die der Timer startet.
3. Führe die Sicherung von Hand aus (docs/deploy.md, Back up). Ihr letzter Befehl muss \`touch ${file}\` sein: Die Zeit dieser Datei ist alles, was Loquat von Sicherungen weiß.`

const RESTART_ALL =
  'Sie stehen in der Umgebung der Gateways und Worker (mit systemd: /etc/loquat/loquat.env). Starte diese neu: `systemctl restart loquat-worker@1 loquat-gateway@9991`.'
const TRY_STORE = 'Probiere es aus: `npm run loquat -- doctor --only storage`.'

const UNREADABLE =
  'Die Daten eines Auftrags der Warteschlange %s sind ungültig, darum ist er endgültig gescheitert.'
const ONE_UNDONE = 'Seine Arbeit, etwa eine Mail, ist nicht getan. Andere Aufträge laufen weiter.'

const ENDED = '%s ist zu Ende gegangen, ohne darum gebeten zu sein.'

const unknownHost = (ofServer: string, server: string, setting: string) => [
  {
    sentence: `DNS kennt keinen Host mit dem Namen ${ofServer}.`,
    remedy: `Der Host {host} ist auf diesem Rechner unbekannt.
1. Ist der Name vertippt, berichtige ${setting} für alle Gateways und Worker (mit systemd: /etc/loquat/loquat.env) und starte sie neu: \`systemctl restart loquat-worker@1 loquat-gateway@9991\`.
2. Sonst fehlt der Name im DNS, oder dieser Rechner fragt einen DNS-Server, der ihn nicht kennt: /etc/resolv.conf. Sobald er stimmt, gibt \`getent hosts {host}\` eine Adresse aus, und Loquat macht von selbst weiter.`,
  },
  {
    sentence: `DNS antwortet nicht, deshalb wird ${server} nicht gefunden.`,
    remedy:
      'Der Grund ist der DNS-Server dieses Rechners oder das Netz dorthin: Sieh in /etc/resolv.conf nach, und ob der Server dort läuft. Sobald er antwortet, gibt `getent hosts {host}` eine Adresse aus, und Loquat macht von selbst weiter.',
  },
]

/** Every kind of incident in German. */
export const GERMAN_INCIDENTS: Readonly<Record<IncidentName, KindTexts>> = {
  // Postgres, Redis and the store of uploads.
  'postgres-away': {
    sentence: 'Postgres antwortet nicht.',
    effect: 'Fast jede Anfrage wird mit 503 beantwortet. Offene Clients behalten, was sie zeigen.',
    remedy:
      'Sieh nach, ob Postgres läuft und ob dieser Rechner es erreicht: `pg_isready -d "$DATABASE_URL"`. Sein Protokoll sagt, warum es endete. Loquat verbindet sich von selbst wieder.',
    cases: [
      ...unknownHost('von Postgres', 'Postgres', 'DATABASE_URL'),
      'Nichts nimmt an dieser Adresse Verbindungen an: Postgres läuft nicht, oder DATABASE_URL ist falsch. Auf seinem Rechner: `systemctl status postgresql`, dann `systemctl start postgresql`. Das Ende seines Protokolls sagt, warum es endete. Loquat verbindet sich von selbst wieder.',
    ],
  },
  'postgres-read-only': {
    sentence: 'Postgres lehnt jedes Schreiben ab.',
    effect: 'Man kann lesen, aber nichts senden. /health/ready antwortet mit 503.',
    remedy:
      'Sieh nach, ob DATABASE_URL zu einem Standby führt, und sieh dir default_transaction_read_only an: `ALTER DATABASE … RESET default_transaction_read_only`.',
    cases: [
      'DATABASE_URL führt zu einem Standby, der nur kopiert. Nenne dort den primären Server oder beide mit `target_session_attrs=read-write`. Ist der primäre verloren, befördere den Standby: `SELECT pg_promote()`.',
      `Jemand hat das für die ganze Datenbank gesetzt. Nimm es auf dem Rechner von Postgres zurück, als dessen Benutzer postgres und aus einer anderen Datenbank, denn diese lehnt es ab: \`psql -d postgres -c "ALTER DATABASE {database} RESET default_transaction_read_only"\`.
Loquat macht mit seinen nächsten Verbindungen weiter. Das stellt sie sofort her: \`psql -d postgres -c "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database}'"\`.`,
      'Jemand hat das für die Rolle gesetzt, die Loquat verwendet. Nimm es auf dem Rechner von Postgres zurück, als dessen Benutzer postgres: `psql -d postgres -c "ALTER ROLE … RESET default_transaction_read_only"`, und starte Gateways und Worker neu.',
      'In seiner Konfigurationsdatei steht default_transaction_read_only = on. Nimm die Zeile heraus, dann `SELECT pg_reload_conf()`.',
    ],
  },
  'postgres-full': {
    sentence: 'Die Festplatte von Postgres ist voll.',
    effect: 'Man kann lesen, aber nichts senden. /health/ready antwortet mit 503.',
    remedy:
      'Sieh dir `df -h` auf seinem Rechner an und schaffe Platz: Entferne alte Dateien, die nicht von Postgres sind, oder vergrößere das Volume. Lösche niemals Dateien in pg_wal. Sieh nach, ob die Archivierung scheitert, denn dann behält Postgres das WAL.',
  },
  'postgres-locked': {
    sentence: 'Anweisungen warten in Postgres auf eine Sperre.',
    effect:
      'Anfragen, die die gesperrten Zeilen oder Tabellen brauchen, dauern lange und werden dann mit 503 beantwortet.',
    remedy:
      'Der Grund nennt die Sitzung, die die Sperre hält. Lass sie fertig werden oder beende sie: `SELECT pg_terminate_backend(pid)`. Meist ist es eine offene Transaktion von psql.',
    cases: [
      'Eine Transaktion von Loquat selbst hält die Sperre, etwa eine Migration oder ein Import: Warte. Ist sie älter als einige Minuten, beende sie: `SELECT pg_terminate_backend({number})`. Ihre Arbeit wird zurückgenommen, sonst nichts.',
      {
        sentence: 'Anweisungen warten in Postgres auf eine Sperre, die ein anderes Programm hält.',
        remedy:
          'Seine Transaktion ist noch offen: Meist hat jemand eine in psql offen gelassen, oder ein Skript hängt. Der Grund nennt es.\n1. Lass sie dort mit COMMIT oder ROLLBACK beenden.\n2. Oder beende seine Sitzung, als Benutzer postgres in psql: `SELECT pg_terminate_backend({number})`. Seine Änderungen seit BEGIN werden zurückgenommen.',
      },
    ],
  },
  'postgres-slow': {
    sentence: 'Postgres antwortet langsam.',
    effect: 'Alles dauert länger.',
    remedy:
      "Sieh dir die Last und die Festplatte seines Rechners an und seine langen und wartenden Anweisungen: `SELECT pid, pg_blocking_pids(pid), wait_event_type, now() - query_start, query FROM pg_stat_activity WHERE state <> 'idle' ORDER BY 4 DESC`. Beende eine mit `SELECT pg_cancel_backend(pid)`.",
    cases: [
      {
        sentence: 'Antworten von Postgres kommen spät an.',
        effect:
          'Alles dauert länger. Postgres selbst ist schnell: Die Zeit geht davor oder dahinter verloren.',
        remedy: `Gateway und Postgres sind beide auf {from}, also liegt kein Netz dazwischen.
1. Auf {from}: \`top\`. Sind seine Prozessoren ausgelastet, liegt es daran: Beende, was sie auslastet, oder verlege Gateways, Worker oder Postgres auf einen anderen Rechner.
2. Sieh dir sonst den Connection-Pooler oder Proxy an, zu dem DATABASE_URL führt. Miss durch ihn: \`time psql "$DATABASE_URL" -c "SELECT 1"\`.`,
      },
      {
        sentence: 'Antworten von Postgres kommen spät an.',
        effect:
          'Alles dauert länger. Postgres selbst ist schnell: Die Zeit geht davor oder dahinter verloren.',
        remedy: `1. Auf {from}: \`top\`. Sind seine Prozessoren ausgelastet, liegt es an diesem Rechner: Beende, was sie auslastet, oder verlege Gateways auf einen anderen Rechner.
2. Auf {from}: \`ping -c 5 {host}\`. Dauern Antworten so lange wie hier, oder gehen sie verloren, liegt es am Netz.
3. Auf {host}: \`time psql -c "SELECT 1"\` als Benutzer von Postgres. Ist das langsam, ist sein Rechner zu beschäftigt, um Postgres laufen zu lassen: \`top\`.
4. Ist alles drei schnell: Sieh dir den Connection-Pooler oder Proxy an, zu dem DATABASE_URL führt. Miss durch ihn auf {from}: \`time psql "$DATABASE_URL" -c "SELECT 1"\`.`,
      },
      'Postgres ist mit Anweisungen von Loquat beschäftigt. Sieh dir die Last und die Festplatte seines Rechners an (`top`, `iostat -x 1`), und ob es `ANALYZE` oder mehr Speicher braucht. Beende die längste Anweisung mit `SELECT pg_cancel_backend({number})`: Eine Anfrage scheitert, und die anderen gehen weiter.',
      'Am längsten läuft eine Anweisung, die nicht von Loquat ist. Frage, wem sie gehört, oder beende sie: `SELECT pg_cancel_backend({number})`. Sieh dir dann die Last und die Festplatte des Rechners von Postgres an (`top`, `iostat -x 1`).',
    ],
  },
  'postgres-connections': {
    sentence: 'Postgres nimmt keine Verbindungen mehr an.',
    effect: 'Anfragen, die eine weitere Verbindung brauchen, werden mit 503 beantwortet.',
    remedy:
      'Sieh nach, wer sie hat: `SELECT usename, application_name, count(*) FROM pg_stat_activity GROUP BY 1, 2`. Erhöhe max_connections oder senke DATABASE_POOL_SIZE: Jedes Gateway und jeder Worker braucht so viele.',
  },
  'pool-exhausted': {
    sentence: '%s wartet auf Verbindungen zu Postgres: Alle seines Pools sind in Gebrauch.',
    effect: 'Anfragen an diesen Prozess dauern länger.',
    remedy:
      'Sieh zuerst nach, ob Postgres langsam oder gesperrt ist. Sonst erhöhe DATABASE_POOL_SIZE oder starte {ein weiteres Gateway|einen weiteren Worker}.',
    cases: [
      {
        sentence: '%s wartet auf Verbindungen zu Postgres: Neue werden zu langsam geöffnet.',
        remedy:
          'Postgres oder ein Connection-Pooler davor braucht lange, um Verbindungen anzunehmen. Sieh nach der Last seines Rechners (`top`) und in sein Protokoll, und miss es auf dem Rechner dieses Prozesses: `time psql "$DATABASE_URL" -c "SELECT 1"`.',
      },
    ],
  },
  'redis-away': {
    sentence: 'Redis antwortet nicht.',
    effect:
      'Nachrichten werden gespeichert und kommen nach einigen Sekunden an. Mails, Benachrichtigungen und andere Aufträge warten. Diese Seite kennt nur ihr eigenes Gateway.',
    remedy:
      'Sieh nach, ob Redis läuft und ob dieser Rechner es erreicht: `redis-cli -u "$REDIS_URL" ping`. Nichts ist verloren: Loquat stellt Redis aus Postgres wieder her.',
    cases: [
      ...unknownHost('von Redis', 'Redis', 'REDIS_URL'),
      'Nichts nimmt an dieser Adresse Verbindungen an: Redis läuft nicht, oder REDIS_URL ist falsch. Auf seinem Rechner: `systemctl status redis-server`, dann `systemctl start redis-server`. Das Ende seines Protokolls sagt, warum es endete. Nichts ist verloren: Loquat stellt Redis aus Postgres wieder her.',
    ],
  },
  'redis-refuses': {
    sentence: 'Redis lehnt Schreiben ab.',
    effect:
      'Nachrichten werden gespeichert und kommen nach einigen Sekunden an. Mails, Benachrichtigungen und andere Aufträge warten. Prozesse können dieser Seite nichts melden.',
    remedy:
      'Sieh dir den Grund und das Protokoll von Redis an. Nichts ist verloren: Loquat macht von selbst weiter.',
    cases: [
      {
        sentence: 'Redis lehnt Schreiben ab: Sein Speicher ist voll.',
        remedy:
          '1. Erhöhe maxmemory von {most} MiB deutlich über {used} MiB, soweit sein Rechner Platz hat: `redis-cli -u "$REDIS_URL" CONFIG SET maxmemory …mb`, und ebenso in redis.conf.\n2. Verwenden andere Programme dieses Redis, sieh nach, was sie dort ablegen: `redis-cli -u "$REDIS_URL" --bigkeys`.\nNichts ist verloren: Loquat macht von selbst weiter.',
      },
      {
        sentence: 'Redis lehnt Schreiben ab: Sein Speicher ist voll.',
        remedy:
          'Erhöhe maxmemory (`redis-cli -u "$REDIS_URL" CONFIG SET maxmemory 2gb`, und in redis.conf) oder entferne, was andere Programme dort ablegen (`redis-cli -u "$REDIS_URL" --bigkeys`). Nichts ist verloren: Loquat macht von selbst weiter.',
      },
      'Es kann seine Daten nicht ablegen (MISCONF): Meist ist seine Festplatte voll. Schaffe Platz. Nichts ist verloren: Loquat macht von selbst weiter.',
      'REDIS_URL führt zu einer Replik (READONLY): Nenne dort den primären Server. Nichts ist verloren: Loquat macht von selbst weiter.',
    ],
  },
  'redis-slow': {
    sentence: 'Redis antwortet langsam.',
    effect: 'Nachrichten kommen spät an.',
    remedy:
      'Sieh dir die Last seines Rechners an, `redis-cli --latency` und `SLOWLOG GET`. Übliche Ursachen sind eine Festplatte, die mit appendfsync always ausgelastet ist, Auslagern von Speicher und andere Programme am selben Redis.',
    cases: [
      {
        sentence: 'Redis antwortet langsam: Ein langsamer Befehl von Loquat hält es von allen anderen ab.',
        remedy:
          'Sieh dir die Last und das Auslagern des Rechners von Redis an (`top`): Ist er ausgelastet, dauert jeder Befehl lange. Melde sonst den Befehl.',
      },
      {
        sentence:
          'Redis antwortet langsam: Ein langsamer Befehl eines anderen Programms hält es von allen anderen ab.',
        remedy:
          '1. Finde das Programm: `redis-cli -u "$REDIS_URL" CLIENT LIST` zeigt bei der Adresse {client} seinen Namen, und `ss -tnp sport = :{port}` seinen Prozess auf dem Rechner, von dem er kommt. Es ist keines von Loquat, dessen Verbindungen loquat heißen.\n2. Beende es, oder lass es ein anderes Redis verwenden. Seine Verbindung zu beenden hilft, bis es sich wieder verbindet: `redis-cli -u "$REDIS_URL" CLIENT KILL ADDR {client}`.',
      },
      {
        sentence: 'Redis antwortet langsam, obwohl es keinen langsamen Befehl ausführt.',
        remedy:
          'Sein Rechner, seine Festplatte oder das Netz ist zu langsam. Sieh dir die Last, das Auslagern und die Festplatte seines Rechners an (`top`, `iostat -x 1`; appendfsync always wartet auf die Festplatte), und das Netz: `redis-cli -u "$REDIS_URL" --latency`.',
      },
    ],
  },
  'storage-away': {
    sentence: 'Der Speicher für hochgeladene Dateien antwortet nicht.',
    effect: 'Hochladen, Bilder und Herunterladen scheitern. Nachrichten laufen weiter.',
    remedy:
      'Der Grund nennt den Host. Sieh nach, ob der Objektspeicher läuft und ob S3_ENDPOINT stimmt: `npm run loquat -- doctor --only storage`.',
    cases: [
      ...unknownHost(
        'des Speichers für hochgeladene Dateien',
        'der Speicher für hochgeladene Dateien',
        'S3_ENDPOINT',
      ),
      {
        sentence: 'Der Speicher für hochgeladene Dateien nimmt Verbindungen an und antwortet nicht.',
        remedy:
          'Der Objektspeicher hängt oder ist überlastet; am Netz liegt es nicht. Sieh dir sein Protokoll an und die Last und die Festplatte seines Rechners (`top`, `iostat -x 1`) und starte ihn neu. Prüfe ihn auf diesem Rechner: `curl -m 5 -sSI {endpoint}`. Eine Zeile mit einem Status, etwa 403, heißt, dass er wieder antwortet; eine Zeitüberschreitung, dass er noch hängt. Loquat macht von selbst weiter.',
      },
      {
        sentence: 'Der Speicher für hochgeladene Dateien ist nicht erreichbar.',
        remedy:
          'Es kommt keine Verbindung zustande: Sein Rechner ist aus, eine Firewall oder eine Route ist im Weg, oder S3_ENDPOINT ist falsch. Prüfe ihn auf diesem Rechner: `curl -m 5 -sSI {endpoint}`. Eine Zeile mit einem Status, etwa 403, heißt, dass er antwortet. Prüfe ihn dann ebenso auf seinem eigenen Rechner: Antwortet er dort, liegt es am Netz. Loquat macht von selbst weiter.',
      },
      {
        sentence: 'Der Speicher für hochgeladene Dateien läuft nicht oder hat eine andere Adresse.',
        remedy:
          'Sein Rechner antwortet, und an diesem Port nimmt nichts Verbindungen an: Starte den Objektspeicher, oder berichtige S3_ENDPOINT und starte Gateways und Worker neu. Prüfe ihn auf diesem Rechner: `curl -m 5 -sSI {endpoint}`. Loquat macht von selbst weiter.',
      },
    ],
  },
  'storage-refused': {
    sentence: 'Der Speicher für hochgeladene Dateien verweigert den Zugriff.',
    effect: 'Hochladen, Bilder und Herunterladen scheitern. Nachrichten laufen weiter.',
    remedy:
      '1. Ging es vorher mit denselben Einstellungen, wurden der Schlüssel, seine Rechte oder der Bucket beim Objektspeicher geändert: Sieh dort nach und in seinem Protokoll.\n2. Vergleiche sonst S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY und S3_BUCKET mit dem Objektspeicher, und die Rechte des Schlüssels mit docs/storage.md. Sie stehen in der Umgebung der Gateways und Worker (mit systemd: /etc/loquat/loquat.env); starte diese nach einer Änderung neu.\n3. `npm run loquat -- doctor --only storage` probiert Schreiben, Lesen und Löschen und sagt, was davon verweigert wird.',
    cases: [
      {
        sentence: 'Der Speicher für hochgeladene Dateien kennt den Schlüssel von Loquat nicht.',
        remedy: `Der Schlüssel von S3_ACCESS_KEY_ID wurde beim Objektspeicher gelöscht oder ersetzt, oder er ist falsch geschrieben.
1. Sieh beim Objektspeicher nach, ob es ihn noch gibt. Lege dort sonst einen neuen an, mit den Rechten aus docs/storage.md.
2. Setze S3_ACCESS_KEY_ID und S3_SECRET_ACCESS_KEY darauf. ${RESTART_ALL}
3. ${TRY_STORE}`,
      },
      {
        sentence: 'Der Speicher für hochgeladene Dateien lehnt das Geheimnis des Schlüssels von Loquat ab.',
        remedy: `Der Speicher kennt den Schlüssel von S3_ACCESS_KEY_ID; S3_SECRET_ACCESS_KEY ist nicht sein Geheimnis oder wurde dort ersetzt.
1. Setze S3_SECRET_ACCESS_KEY auf sein Geheimnis; hat es niemand, lege beim Objektspeicher einen neuen Schlüssel an. ${RESTART_ALL}
2. Stimmt das Geheimnis: Ein Proxy vor dem Speicher ändert vielleicht die Anfrage (S3_ENDPOINT, ihr Host-Header).
3. ${TRY_STORE}`,
      },
      {
        sentence: 'Der Speicher für hochgeladene Dateien verweigert dem Schlüssel von Loquat ein Recht.',
        remedy: `Der Speicher nimmt den Schlüssel und sein Geheimnis an, aber der Schlüssel darf das nicht. Seine Policy oder die des Buckets wurde geändert.
1. Gib dem Schlüssel beim Objektspeicher die Rechte aus docs/storage.md, für den Bucket von S3_BUCKET. Loquat braucht keinen Neustart.
2. ${TRY_STORE}`,
      },
      {
        sentence: 'Den Bucket für hochgeladene Dateien gibt es nicht.',
        remedy: `Der Objektspeicher hat keinen Bucket mit dem Namen in S3_BUCKET: Jemand hat ihn gelöscht, oder S3_BUCKET oder S3_ENDPOINT ist falsch.
1. Sieh beim Objektspeicher nach, welche Buckets es gibt. Berichtige die Einstellungen. ${RESTART_ALL}
2. Wurde er gelöscht: Lege ihn wieder an, und stelle seine Dateien aus einer Sicherung wieder her (docs/deploy.md).
3. ${TRY_STORE}`,
      },
      {
        sentence: 'Der Speicher für hochgeladene Dateien verweigert den Zugriff, weil eine Uhr falsch geht.',
        remedy:
          'Die Uhr dieses Rechners und die des Objektspeichers weichen zu weit voneinander ab. Sieh dir beide an: `timedatectl`. Stelle sie: `timedatectl set-ntp true`.',
      },
    ],
  },
  'storage-slow': {
    sentence: 'Der Speicher für hochgeladene Dateien antwortet langsam.',
    effect: 'Hochladen, Bilder und Herunterladen dauern lange. Nachrichten laufen weiter.',
    remedy: 'Sieh dir die Last des Objektspeichers oder der Festplatte an und das Netz dazwischen.',
  },
  'storage-full': {
    sentence: 'Der Speicher für hochgeladene Dateien ist voll.',
    effect: 'Hochladen wird abgelehnt. Nachrichten laufen weiter.',
    remedy: 'Schaffe Platz oder vergrößere das Volume oder das Kontingent des Buckets.',
  },

  // Gateways, workers and their machines.
  'no-worker': {
    sentence: 'Es läuft kein Worker.',
    effect:
      'Keine Mails, Benachrichtigungen, Vorschauen und Exporte. Aufträge warten, und keiner geht verloren.',
    remedy:
      'Starte einen: `systemctl start loquat-worker@1` oder `npm run worker`. Sein Protokoll sagt, warum der letzte endete.',
    cases: [
      'Jemand oder ein Skript hat ihn angehalten und nicht wieder gestartet. Starte so viele, wie vorher liefen, der Grund zählt sie: `systemctl enable --now loquat-worker@1` oder `npm run worker`; bei Containern sieh nach der Zahl der Replikate. Der Grund sagt, wann er angehalten wurde; `journalctl -u "loquat-worker@*"` sagt vielleicht, von wem.',
    ],
  },
  'process-silent': {
    sentence: '%s meldet sich nicht.',
    effect:
      'Seine {Clients gehen an andere Gateways, die mehr zu tun haben|Aufträge gehen an andere Worker, die mehr zu tun haben}.',
    remedy:
      'Loquat weiß nicht, warum. Sieh auf seinem Rechner nach, ob der Prozess läuft: `systemctl status {unit}`. `systemctl start {unit}` startet einen. Das Ende seines Protokolls (`journalctl -u {unit} -n 50`) und `journalctl -k` sagen, warum er endete.',
    cases: [
      {
        sentence: '%s wurde durch ein Signal angehalten (SIGSTOP) und tut nichts.',
        effect: 'Seine {Clients warten, bis er weiterläuft oder endet|Aufträge gehen an andere Worker}.',
        remedy:
          'Lass ihn weiterlaufen: `kill -CONT {pid}` auf seinem Rechner. Finde dann heraus, wer ihn angehalten hat: jemand von Hand, ein Debugger oder ein Skript. Loquat tut das nicht.',
      },
      {
        sentence: '%s hängt: Seine Event-Loop steht.',
        effect: 'Seine {Clients warten, bis er weiterläuft oder endet|Aufträge gehen an andere Worker}.',
        remedy:
          'Nach 30 s beendet ihn sein Wächter; sonst beende ihn mit `kill -KILL {pid}`, und sein Supervisor startet einen neuen. Das Ende seines Protokolls hat den Stack des blockierenden Codes: Melde ihn.',
      },
      {
        sentence: ENDED,
        remedy:
          'Seine Unit startet in Sekunden wieder, wenn er nicht sofort scheitert. `systemctl status {service}` sagt, wie er endete (Code und Signal), `journalctl -u {service} -n 50` seine letzten Zeilen, und `journalctl -k`, ob ihn der Kernel wegen des Speichers beendet hat. Bleibt er weg: `systemctl restart {service}`.',
      },
      {
        sentence: ENDED,
        remedy:
          'Die Container-Engine startet ihn wieder, wenn ihre Restart-Policy das sagt. `docker inspect` oder `kubectl describe pod` sagt, wie er endete (Exit-Code 137: beendet, meist wegen des Speichers), und `docker logs` oder `kubectl logs --previous` seine letzten Zeilen.',
      },
      {
        sentence: ENDED,
        remedy:
          'Der Supervisor (`npm start`) startet ihn in zehn Sekunden wieder und schreibt, wie er endete (Exit-Code oder Signal). Bleibt er weg, sieh dir diese Zeilen an, das Ende seines Protokolls und `journalctl -k | grep -i "killed process"`.',
      },
      {
        sentence: ENDED,
        remedy: `1. Starte ihn auf seinem Rechner wieder, so wie du ihn gestartet hattest: {\`PORT={port} npm run gateway\`|\`npm run worker\`}, oder besser mit \`systemctl enable --now {unit}\`, denn das startet ihn auch nach seinem nächsten Ende.
2. Loquat weiß nicht, warum er endete. Lies das Ende seines Protokolls: Es ist dort, wohin seine Standardausgabe ging, etwa ein Terminal oder eine Datei.
3. Steht dort kein Grund, hat ihn jemand oder der Kernel beendet. \`journalctl -k | grep -i "killed process"\` zeigt, ob es der Kernel war, um Speicher zu bekommen.`,
      },
      {
        sentence: ENDED,
        remedy:
          'Er ist zu Ende, und Loquat weiß nicht, warum. Starte einen neuen: `systemctl start {unit}` oder so, wie du ihn gestartet hattest. Das Ende seines Protokolls (`journalctl -u {unit} -n 50`, oder wohin seine Standardausgabe ging) und `journalctl -k` sagen, warum er endete.',
      },
    ],
  },
  'process-died': {
    sentence: '%s endete ungefragt. Ein anderer ist gestartet.',
    effect:
      '{Seine Clients haben sich wieder verbunden.|Seine Aufträge laufen nach einer halben Minute noch einmal.}',
    remedy:
      'Sieh dir das Ende seines Protokolls an und `journalctl -k` wegen des Out-of-Memory-Killers. Melde einen Absturz mit seinem Stack.',
    cases: [
      'Jetzt nichts: systemd hat ihn wieder gestartet. `journalctl -u {service} -n 100` sagt, wie er endete (Code und Signal), und seine letzten Zeilen, `journalctl -k`, ob ihn der Kernel wegen des Speichers beendet hat. Melde einen Absturz mit seinem Stack.',
    ],
  },
  'loop-blocked': {
    sentence: '%s stand still.',
    effect: 'Nichts, was der Prozess bedient, ging inzwischen weiter.',
    remedy:
      'Nichts, wenn ihn jemand angehalten hat oder der Rechner schlief. Sieh dir sonst die Prozessorlast und das Auslagern von Speicher auf seinem Rechner an. Nach 30 s beendet ihn sein Wächter, und das Protokoll hat den Stack des blockierenden Codes: Melde ihn.',
  },
  'machine-busy': {
    sentence: 'Der Rechner %s ist überlastet: Alle seine Prozessoren sind in Gebrauch.',
    effect:
      'Alles auf ihm verspätet sich: Anfragen, Nachrichten und Aufträge, auch Postgres und Redis, wenn sie dort laufen.',
    remedy:
      'Sieh nach, was seine Prozessoren braucht: `top`. Beende es, oder gib dem Rechner mehr Prozessoren.',
    cases: [
      {
        sentence: 'Andere Programme als Loquat überlasten den Rechner %s.',
        remedy: `1. Der Grund nennt die Programme, die am meisten brauchen; auch \`top\` auf {subject} zeigt sie. Beende sie, lass sie zu einer anderen Zeit laufen oder gib ihnen weniger: \`renice 19 -p PID\`.
2. Müssen sie laufen: Verlege Loquat oder sie auf einen anderen Rechner. Sind es postgres oder redis-server, arbeiten sie für Loquat: Gib ihnen einen eigenen Rechner (docs/scale.md).`,
      },
      {
        sentence: 'Andere Programme als Loquat überlasten den Rechner %s.',
        remedy: `1. Sieh nach, welche Programme am meisten brauchen: \`top\` auf {subject}. Beende sie, lass sie zu einer anderen Zeit laufen oder gib ihnen weniger: \`renice 19 -p PID\`.
2. Müssen sie laufen: Verlege Loquat oder sie auf einen anderen Rechner. Sind es postgres oder redis-server, arbeiten sie für Loquat: Gib ihnen einen eigenen Rechner (docs/scale.md).`,
      },
      {
        sentence: 'Der Rechner %s ist zu klein für die Arbeit von Loquat auf ihm.',
        remedy: `1. Sieh nach, ob eine Organisation die Arbeit verursacht, und begrenze sie: \`/ops/organizations\`.
2. Gib dem Rechner sonst mehr Prozessoren, oder verlege Gateways oder Worker auf einen anderen Rechner (docs/scale.md).`,
      },
    ],
  },
  'loop-busy': {
    sentence: '%s ist zu beschäftigt: Die Event-Loop ist verspätet.',
    effect: 'Alles, was der Prozess bedient, dauert länger.',
    remedy:
      'Starte {ein weiteres Gateway|einen weiteren Worker}, wenn der Rechner einen Kern dafür hat (docs/scale.md).',
  },
  'log-stalled': {
    sentence: 'Niemand liest das Protokoll von %s, deshalb fallen Zeilen weg.',
    effect: 'Das Produkt läuft weiter. Die Zeilen sind verloren.',
    remedy:
      'Sieh dir das Programm an, das die Standardausgabe liest: systemd-journald, den Protokolltreiber des Containers oder die Pipe. Der Prozess schreibt, wie viele Zeilen wegfielen, sobald es wieder liest.',
  },
  'events-behind': {
    sentence: '%s liegt weit hinter dem Ereignisprotokoll.',
    effect: 'Seine Clients bekommen Nachrichten spät.',
    remedy: 'Sieh dir die Antwortzeit von Redis an und die Last des Prozesses.',
  },
  'versions-mixed': {
    sentence: 'Prozesse mehrerer Versionen laufen: %s.',
    effect: 'Keine, solange ein Deployment läuft.',
    remedy: 'Schließe das Deployment ab: Starte die älteren Prozesse neu.',
  },
  'clock-wrong': {
    sentence: 'Die Uhr von %s geht falsch.',
    effect: 'Zeiten von Nachrichten, ablaufende Links und diese Seite stimmen nicht.',
    remedy: 'Stelle die Uhren aller Rechner gleich: `timedatectl set-ntp true`.',
  },
  'organization-noisy': {
    sentence: 'Eine Organisation nutzt ihren ganzen Anteil an einem Gateway; ihre weiteren Anfragen warten.',
    effect: 'Nur diese Organisation ist langsam.',
    remedy:
      'Suche im Protokoll der Anfragen nach ihrem Host und ihrer aktivsten Person oder ihrem aktivsten Bot. Frage ihre Eigentümer, senke RATE_LIMIT_USER_PER_MINUTE oder starte ein weiteres Gateway.',
  },

  // Jobs and their queues.
  'jobs-failed': {
    sentence: 'Aufträge der Warteschlange %s sind endgültig gescheitert.',
    effect:
      'Ihre Arbeit ist nicht getan: Mails und Benachrichtigungen etwa sind nicht angekommen. Andere Aufträge laufen weiter.',
    remedy:
      'Behebe den Grund und versuche die Aufträge dann in der Liste unten noch einmal. Entferne überholte auf der Seite der Warteschlange. Nach einem Tag verlassen sie diese Liste.',
    cases: [
      {
        sentence: UNREADABLE,
        effect: ONE_UNDONE,
        remedy:
          'An Loquat ist nichts kaputt: Die Daten dieses einen Auftrags passen nicht zu Version {version}. Version {other}, die {time} gestartet wurde, hat sie vermutlich geschrieben. Ein weiterer Versuch mit {version} scheitert genauso.\n1. Ging jemand von {other} zurück: Gehe wieder vorwärts auf {other} und versuche den Auftrag dann noch einmal.\n2. Sonst entferne den Auftrag: `/ops/jobs/{subject}/{job}`. Melde seinen Grund den Entwicklern von Loquat.',
      },
      {
        sentence: UNREADABLE,
        effect: ONE_UNDONE,
        remedy:
          'An Loquat ist nichts kaputt: Die Daten dieses einen Auftrags, den der Grund nennt, passen nicht zu Version {version}. Hier wurde in der letzten Woche keine andere Version gestartet. Also hat sie vermutlich jemand oder ein anderes Programm in die Tabelle job_outbox geschrieben. Ein weiterer Versuch scheitert genauso.\n1. Sieh dir den Auftrag an und entferne ihn dort: `/ops/jobs/{subject}/{job}`.\n2. Schreibt niemand in diese Datenbank, melde den Grund den Entwicklern von Loquat.',
      },
      'Behebe den Grund. Versuche den Auftrag dann dort noch einmal oder entferne ihn: `/ops/jobs/{subject}/{job}`; alle der Warteschlange: `/ops/jobs?queue={subject}`. Gescheiterte Aufträge verlassen diese Liste nach einem Tag.',
    ],
  },
  'job-fails': {
    sentence: 'Der Auftrag %s scheitert immer wieder.',
    effect: 'Seine Arbeit ist verspätet. Nach seinem letzten Versuch scheitert er endgültig.',
    remedy: 'Der Grund sagt, was er braucht. Behebe ihn; der nächste Versuch kommt von selbst.',
  },
  'job-crashes': {
    sentence: 'Ein Worker starb, während er einen Auftrag der Warteschlange %s ausführte.',
    effect: 'Seine Aufträge laufen noch einmal, mit anderen Workern. Keiner ist verloren.',
    remedy:
      'Sieh dir das Ende des Protokolls des Workers an und `journalctl -k` wegen des Out-of-Memory-Killers. Der Auftrag steht unter seiner Nummer in der Warteschlange. Das endet, wenn der Auftrag gelaufen ist.',
    cases: [
      {
        sentence: 'Ein Auftrag der Warteschlange %s tötet seine Worker.',
        effect:
          'Alle Aufträge dieser Worker laufen noch einmal, verspätet. Nach {most} Workern scheitert der Auftrag endgültig und schadet nichts mehr.',
        remedy:
          'Sieh dir den Auftrag an: `/ops/jobs/{subject}/{job}`. Entferne ihn dort, wenn er entbehrlich ist. Das Ende der Protokolle der Worker hat den Stack eines Absturzes: Melde ihn. `journalctl -k | grep -i "killed process"` sagt, ob sie zu wenig Speicher hatten.',
      },
      'Nichts, wenn jemand den Worker beendet hat: Das endet, wenn der Auftrag gelaufen ist (`/ops/jobs/{subject}/{job}`). Sieh dir sonst das Ende des Protokolls des Workers an, und ob ihn der Kernel wegen des Speichers beendet hat: `journalctl -k | grep -i "killed process"`.',
    ],
  },
  'job-unknown': {
    sentence: 'Kein Worker kennt den Auftrag %s.',
    effect: 'Der Auftrag wartet einen Tag lang und scheitert dann endgültig. Andere Aufträge laufen weiter.',
    remedy:
      'Eine neuere Version hat ihn eingereiht. Schließe das Deployment ab oder gehe nach einem Rückschritt wieder vorwärts. Sonst entferne den Auftrag aus seiner Warteschlange.',
    cases: [
      {
        sentence: 'Kein Worker kennt den Auftrag %s: Version {other} hat ihn eingereiht.',
        remedy:
          '1. Sieh auf `/ops/processes` nach. Haben einige Prozesse Version {other}, ist ihr Deployment halb fertig: Schließe es ab, damit auch Worker sie haben.\n2. Haben alle {own}, ging jemand von {other} zurück, die {time} gestartet wurde. Gehe wieder vorwärts auf {other}: Der Auftrag läuft dann von selbst.\n3. Kommt {other} nicht wieder, entferne den Auftrag: `/ops/jobs?queue={queue}&state=delayed&name={job}`.',
      },
      {
        sentence: 'Kein Worker kennt den Auftrag %s, und keine andere Version lief hier.',
        remedy:
          'Hier wurde in der letzten Woche nur Version {own} gestartet. Ein anderer Server, der dasselbe Postgres verwendet, hat den Auftrag eingereiht, oder jemand von Hand.\n1. Sieh nach, ob DATABASE_URL eines anderen Servers, etwa eines zum Testen, zu dieser Datenbank führt.\n2. Sieh dir den Auftrag an und entferne ihn: `/ops/jobs?queue={queue}&state=delayed&name={job}`.',
      },
    ],
  },
  'queue-unserved': {
    sentence: 'Kein Worker bedient die Warteschlange %s.',
    effect: 'Ihre Aufträge warten.',
    remedy: 'Nimm sie in WORKER_QUEUES eines Workers auf und starte diesen Worker neu.',
  },
  'queue-paused': {
    sentence: 'Die Warteschlange %s ist angehalten.',
    effect: 'Ihre Aufträge warten.',
    remedy: 'Setze sie fort, wenn der Grund vorbei ist.',
  },
  'queue-stands': {
    sentence: 'Aufträge der Warteschlange %s warten zu lange darauf, dass sie drankommen.',
    effect: 'Ihre Arbeit ist verspätet.',
    remedy:
      'Sieh nach, ob ihre Worker beschäftigt sind oder hängen, und sieh dir ihre Protokolle an. Mehr Worker oder ein größeres QUEUE_CONCURRENCY verkürzen eine lange Warteschlange.',
  },
  'outbox-late': {
    sentence: 'Aufträge werden nicht an ihre Warteschlangen übergeben.',
    effect: 'Mails, Benachrichtigungen und andere Arbeit sind verspätet.',
    remedy: 'Sieh nach, ob Redis antwortet und ein Worker läuft: Ein Worker übergibt sie.',
  },

  // Mail, push, webhooks, and the machine's needs from outside.
  'mail-deferred': {
    sentence: 'Der Mailserver nimmt zurzeit keine Mails an und schiebt sie auf.',
    effect:
      'Mails kommen spät an, und keine geht verloren: Jede aufgeschobene wird von selbst noch einmal gesendet, bis zu 13 Stunden lang.',
    remedy:
      '1. Warte einige Minuten: Die Antwort des Mailservers heißt „später“, und viele Server nehmen die Mails bald an.\n2. Dauert es an, suche den Grund im Protokoll des Mailservers oder frage seinen Anbieter. `npm run loquat -- doctor --only mail` probiert die Verbindung.',
    cases: [
      'Nichts: Der Mailserver nimmt die erste Mail eines unbekannten Absenders erst bei einem späteren Versuch an (Greylisting), und der kommt von selbst.',
      {
        sentence: 'Der Mailserver begrenzt, wie viele Mails Loquat senden darf, und schiebt die anderen auf.',
        remedy:
          '1. Der Mailserver hat für diesen Server eine Grenze, die sein Protokoll oder sein Anbieter nennt. Erhöhe sie dort.\n2. Lässt sie sich nicht erhöhen, lass Loquat weniger senden: Setze zum Beispiel `QUEUE_RATE=email=60/60,invitations=60/60` (60 Mails jeder Warteschlange in 60 s) in der Umgebung der Worker (mit systemd: /etc/loquat/loquat.env) und starte sie neu: `systemctl restart loquat-worker@1`.\nDie aufgeschobenen Mails brauchen nichts: Loquat sendet sie noch einmal.',
      },
      'Die Warteschlange oder die Festplatte des Mailservers ist voll. Schaffe dort Platz; sein Protokoll sagt, was voll ist. `npm run loquat -- doctor --only mail` probiert die Verbindung.',
    ],
  },
  'mail-refused': {
    sentence: 'Der Mailserver lehnt Mails ab.',
    effect:
      'Einladungen, Links für neue Passwörter und Benachrichtigungen per Mail kommen nicht an. Mails an abgelehnte Empfänger scheitern sofort; andere werden 13 Stunden lang von selbst noch einmal gesendet.',
    remedy: SETTINGS,
    cases: [
      { effect: FAILED_AT_ONCE, remedy: RELAY },
      { effect: RETRIED, remedy: RELAY },
      {
        effect: RETRIED,
        remedy: `Der Mailserver nimmt den Benutzer und das Passwort von SMTP_URL nicht an. Sonderzeichen darin müssen prozentkodiert sein (\`@\` ist \`%40\`). ${SMTP_URL_CHANGED}`,
      },
      {
        effect:
          'Die Mails an diese Empfänger oder mit diesen Texten sind sofort gescheitert und werden nicht von selbst noch einmal gesendet; keine ist gelöscht. Andere Mails kommen an.',
        remedy: `Ist die Adresse falsch, entferne die Mails: \`/ops/jobs?queue=email&state=failed\`. Werden alle Empfänger abgelehnt, lass den Mailserver diesen Absender annehmen, oder berichtige SMTP_URL oder MAIL_FROM. ${RESTART}\n${TRY_MAIL}`,
      },
      { effect: RETRIED, remedy: SETTINGS },
    ],
  },
  'mail-silent': {
    sentence: 'Der Mailserver antwortet nicht.',
    effect:
      'Einladungen, Links für neue Passwörter und Benachrichtigungen per Mail warten, bis zu 13 Stunden.',
    remedy:
      'Sieh nach, ob er läuft und ob dieser Rechner seinen Port erreicht (viele Anbieter sperren Port 25): `npm run loquat -- doctor --only mail`.',
    cases: [
      ...unknownHost('des Mailservers', 'der Mailserver', 'SMTP_URL'),
      'Nichts nimmt an dieser Adresse Verbindungen an. Starte den Mailserver oder berichtige SMTP_URL: `npm run loquat -- doctor --only mail`.',
      {
        sentence: 'Loquat traut dem Zertifikat des Mailservers nicht.',
        remedy: `1. Ist es abgelaufen, erneuere es auf dem Mailserver.
2. Gilt es für einen anderen Hostnamen, schreib diesen in SMTP_URL.
3. Hat eine eigene Stelle es ausgestellt, nenne die Datei mit dem Zertifikat dieser Stelle in NODE_EXTRA_CA_CERTS. ${SMTP_URL_CHANGED}`,
      },
      {
        sentence: 'Der Mailserver spricht an diesem Port nicht von Anfang an TLS.',
        remedy: `SMTP_URL beginnt mit smtps://, für einen Port, der ohne TLS beginnt, meist 587 oder 25. Schreib smtp:// vor diesen Port, oder nimm den Port für TLS, meist 465. ${SMTP_URL_CHANGED}`,
      },
      {
        sentence: 'Der Mailserver nimmt Verbindungen an und antwortet nicht.',
        remedy: `Er hängt oder ist überlastet, oder er wartet auf TLS: Ist es der Port für TLS (meist 465), muss SMTP_URL mit smtps:// beginnen. Sieh dir Protokoll und Last des Mailservers an. ${SMTP_URL_CHANGED}`,
      },
      {
        sentence: 'Der Mailserver ist nicht erreichbar.',
        remedy: `Es kommt keine Verbindung zustande: Sein Rechner ist aus, oder eine Firewall ist im Weg. Viele Anbieter von Servern sperren Port 25: Nimm Port 587 mit Benutzer und Passwort. ${SMTP_URL_CHANGED}`,
      },
    ],
  },
  'mail-slow': {
    sentence: 'Der Mailserver antwortet langsam.',
    effect: 'Mails kommen spät an.',
    remedy: 'Sieh dir seine Last an und seine Grenzen je Client. SMTP_CONNECTIONS sendet mehr gleichzeitig.',
  },
  'mail-unset': {
    sentence: 'Mails scheitern, weil kein Mailserver eingerichtet ist.',
    effect: 'Einladungen, Links für neue Passwörter und Benachrichtigungen per Mail scheitern sofort.',
    remedy:
      'Setze SMTP_URL für Gateways und Worker, starte sie neu und versuche die gescheiterten Aufträge noch einmal.',
  },
  'push-gone': {
    sentence: 'Der Push-Dienst %s kennt Geräte nicht mehr.',
    effect: 'Diese Geräte bekommen keine Benachrichtigungen. Loquat hat sie entfernt.',
    remedy:
      'Bei wenigen Geräten ist das üblich: Browser und Telefone vergeben neue Adressen. Verschwinden viele auf einmal, sieh nach, ob die Schlüssel für Push geändert wurden; man schaltet Benachrichtigungen dann wieder ein.',
  },
  'push-limited': {
    sentence: 'Der Push-Dienst %s bittet um weniger Benachrichtigungen.',
    effect: 'Benachrichtigungen dieses Dienstes sind verspätet.',
    remedy: 'Loquat wartet so lange, wie der Dienst bittet. QUEUE_RATE push=… sendet von Anfang an weniger.',
  },
  'push-failing': {
    sentence: 'Der Push-Dienst %s scheitert.',
    effect: 'Benachrichtigungen dieses Dienstes sind verspätet und werden nach einigen Versuchen aufgegeben.',
    remedy:
      'Sieh dir die Statusseite des Dienstes an, und ob dieser Rechner ihn erreicht: `npm run loquat -- doctor --only push`.',
  },
  'push-refused': {
    sentence: 'Der Push-Dienst %s lehnt Benachrichtigungen ab.',
    effect: 'Niemand bekommt Benachrichtigungen dieses Dienstes.',
    remedy:
      'Der Grund ist die Antwort des Dienstes. Vergleiche die Schlüssel dieses Servers mit denen, die er erwartet: `npm run loquat -- doctor --only push` auf dem Rechner eines Workers.',
    cases: [
      'Vergleiche FCM_SERVICE_ACCOUNT_FILE mit dem Firebase-Projekt der App, die die Leute installiert haben: Der Schlüssel muss von demselben Projekt sein und darf dort nicht gelöscht sein. Probiere es aus: `npm run loquat -- doctor --only push`. Starte dann die Worker neu.',
      'Vergleiche APNS_KEY_FILE, APNS_KEY_ID und APNS_TEAM_ID mit den Push-Schlüsseln des Apple-Teams, das die App veröffentlicht, und die Uhr der Worker. Probiere es aus: `npm run loquat -- doctor --only push`. Starte dann die Worker neu.',
      {
        sentence: PUSH_KEY,
        effect: NO_PUSH,
        remedy: `VAPID_PUBLIC_KEY und VAPID_PRIVATE_KEY sind ein anderes Paar als das, mit dem sich Browser angemeldet haben.
Wenn du das frühere Paar hast: Setze es für alle Gateways und Worker und starte diese neu. Hatte der Server es erzeugt, entferne stattdessen beide Einstellungen.
${REGISTER_AGAIN}`,
      },
      {
        sentence: PUSH_KEY,
        effect: NO_PUSH,
        remedy: `Der Server hat das Schlüsselpaar (VAPID) erzeugt, mit dem er unterschreibt, und die Browser haben sich mit einem früheren angemeldet. Übliche Ursachen: Die Datenbank wurde neu begonnen, oder VAPID_PUBLIC_KEY und VAPID_PRIVATE_KEY waren früher gesetzt und fehlen jetzt.
1. Suche das frühere Paar: in früheren Einstellungen des Servers oder in der Tabelle server_key einer Sicherung. Wenn du es hast, setze VAPID_PUBLIC_KEY und VAPID_PRIVATE_KEY für alle Gateways und Worker darauf und starte diese neu. \`npm run loquat -- doctor --only push\` gibt dann seinen öffentlichen Schlüssel aus.
2. ${REGISTER_AGAIN}`,
      },
      {
        sentence: PUSH_KEY,
        effect: NO_PUSH,
        remedy: `Die Browser haben sich mit einem anderen Schlüsselpaar angemeldet als VAPID_PUBLIC_KEY und VAPID_PRIVATE_KEY dieses Workers. Alle Gateways und Worker brauchen dasselbe Paar: \`npm run loquat -- doctor --only push\` gibt den öffentlichen Schlüssel aus, der beginnen muss wie hier.
Wenn du das frühere Paar hast: Setze es für alle Gateways und Worker und starte diese neu.
${REGISTER_AGAIN}`,
      },
      `Der Dienst nimmt die Signatur dieses Servers nicht an.
Wenn seine Antwort von der Zeit oder einem abgelaufenen Token spricht: Sieh nach der Uhr der Worker, \`timedatectl\`.
Sonst haben sich die Browser wahrscheinlich mit einem anderen Schlüsselpaar (VAPID) angemeldet. \`npm run loquat -- doctor --only push\` gibt den verwendeten öffentlichen Schlüssel aus. Wenn du das frühere Paar hast: Setze VAPID_PUBLIC_KEY und VAPID_PRIVATE_KEY für alle Gateways und Worker darauf und starte diese neu.
${REGISTER_AGAIN}`,
    ],
  },
  'webhook-silent': {
    sentence: 'Der ausgehende Webhook bei %s antwortet nicht.',
    effect: 'Nachrichten an diesen Bot bekommen keine Antwort. Andere Bots werden nicht aufgehalten.',
    remedy: `1. Probiere es auf dem Rechner eines Workers: \`curl -m 10 -v {subject}\`. Jeder Status heißt, dass es wieder antwortet.
${WHOSE_WEBHOOK}`,
    cases: [
      {
        sentence:
          'Das Programm hinter dem ausgehenden Webhook bei %s nimmt Verbindungen an und antwortet nicht.',
        remedy: `1. Probiere es auf dem Rechner eines Workers: \`curl -m 10 -v {subject}\`. Jeder Status heißt, dass es wieder antwortet. Ein Timeout heißt, dass es noch hängt.
2. Ist das Programm deines: Starte es neu. Das Ende seines Protokolls sagt, warum es hängt.
${WHOSE_WEBHOOK}`,
      },
      {
        sentence:
          'Das Programm hinter dem ausgehenden Webhook bei %s läuft nicht oder hat eine andere Adresse.',
        remedy: `Sein Rechner antwortet, aber nichts nimmt an diesem Port Verbindungen an.
1. Ist das Programm deines: Starte es. Probiere es dann auf dem Rechner eines Workers: \`curl -m 10 -v {subject}\`. Jeder Status heißt, dass es wieder antwortet.
${WHOSE_WEBHOOK}`,
      },
      {
        sentence: 'Der Rechner des ausgehenden Webhooks bei %s ist nicht zu erreichen.',
        remedy: `Sein Rechner ist aus, eine Firewall oder eine Route ist im Weg, oder sein Name ist falsch.
1. Probiere es auf dem Rechner eines Workers und dann auf seinem eigenen: \`curl -m 10 -v {subject}\`. Antwortet es nur dort, liegt es am Netz.
${WHOSE_WEBHOOK}`,
      },
    ],
  },
  'certificate-old': {
    sentence: 'Das Zertifikat von %s endet bald oder ist abgelaufen.',
    effect: 'Ab seinem Ende weigern sich Browser und Apps, sich zu verbinden.',
    remedy:
      'Erneuere es am Proxy und sieh nach, warum es sich nicht von selbst erneuert hat: `certbot renew` oder das Protokoll von Caddy.',
    cases: [
      {
        sentence: 'Das Zertifikat von %s ist abgelaufen.',
        effect: 'Browser und Apps weigern sich, sich zu verbinden.',
        remedy:
          'Erneuere es jetzt am Proxy und sieh nach, warum es sich nicht von selbst erneuert hat: `certbot renew` oder das Protokoll von Caddy. Lade den Proxy neu, damit er das neue verwendet.',
      },
      {
        sentence: 'Das Zertifikat von %s endet bald.',
        remedy:
          'Normalerweise erneuert es ein Programm 30 Tage vor seinem Ende, und das ist gescheitert. Sieh nach, warum: `certbot renew` oder das Protokoll von Caddy. Lade den Proxy neu, damit er das neue verwendet.',
      },
    ],
  },
  'backup-old': {
    sentence: 'Die neueste Sicherung ist zu alt oder fehlt.',
    effect: 'Geht die Festplatte verloren, ist alles seitdem weg.',
    remedy: BACKUP_STEPS('ihrem Rechner', '$BACKUP_MARKER'),
    cases: [
      {
        sentence: 'Die neueste Sicherung fehlt.',
        effect: 'Geht die Festplatte verloren, ist vielleicht alles weg.',
        remedy: BACKUP_STEPS('{host}', '{file}'),
      },
      { sentence: 'Die neueste Sicherung ist zu alt.', remedy: BACKUP_STEPS('{host}', '{file}') },
    ],
  },
  'archive-failing': {
    sentence: 'Postgres kann sein WAL nicht archivieren.',
    effect:
      'Eine Wiederherstellung zu einem Zeitpunkt endet vor jetzt, und die Festplatte von Postgres füllt sich.',
    remedy:
      'Führe archive_command von Hand als Benutzer von Postgres aus; sein Protokoll hat, was der Befehl ausgab.',
  },
}

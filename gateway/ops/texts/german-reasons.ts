/**
 * The reasons of incidents that Loquat itself gives, in German, by the English ones. Apart from the sentences
 * of the pages, because a short one such as `{count} s` fits the end of many reasons.
 */
export const GERMAN_REASONS = {
  'it does not exist any more; {reason}; last report at {time}: it had run for {minutes} min and used {count} MiB':
    'es gibt ihn nicht mehr; {reason}; letzte Meldung um {time}: Er lief seit {minutes} Min. und belegte {count} MiB',
  'npm start starts it again': 'npm start startet ihn wieder',
  'its container ended with it': 'sein Container endete mit ihm',
  'systemd keeps it as {unit}': 'systemd betreibt ihn als {unit}',
  'nothing starts it again, because it had no supervisor':
    'nichts startet ihn wieder, denn er hatte keinen Supervisor',
  'another one has started': 'ein anderer ist gestartet',
  'what started it may start it again': 'was ihn gestartet hat, startet ihn vielleicht wieder',
  'it is stopped (SIGSTOP)': 'er ist angehalten (SIGSTOP)',
  'it exists, and does not react: its event loop stands':
    'es gibt ihn, und er reagiert nicht: Seine Event-Loop steht',
  'its last report came at {time} UTC': 'seine letzte Meldung kam um {time} UTC',
  'job {job}: {count} of at most {most} workers': 'Auftrag {job}: {count} von höchstens {most} Workern',
  '{count} jobs wait': '{count} Aufträge warten',
  '1 request waits; {reason}': '1 Anfrage wartet; {reason}',
  '{count} requests wait; {reason}': '{count} Anfragen warten; {reason}',
  '{used} of {size} connections are in use, and {count} are being opened':
    '{used} von {size} Verbindungen sind in Gebrauch, und {count} werden geöffnet',
  '{used} of {size} connections are in use': '{used} von {size} Verbindungen sind in Gebrauch',
  '{count} of its requests waited': '{count} ihrer Anfragen warteten',
  'the oldest has waited for {count} s': 'der älteste wartet seit {count} s',
  'it lacks {count} events': 'ihm fehlen {count} Ereignisse',
  '{percent} % of its {processors} processors are in use, mostly by other programs: Loquat uses {own} of them, others {other}; the busiest: {programs}':
    '{percent} % seiner {processors} Prozessoren sind in Gebrauch, meist durch andere Programme: Loquat nutzt {own} davon, andere {other}; am meisten: {programs}',
  '{percent} % of its {processors} processors are in use, mostly by Loquat: Loquat uses {own} of them, others {other}; the busiest: {programs}':
    '{percent} % seiner {processors} Prozessoren sind in Gebrauch, meist durch Loquat: Loquat nutzt {own} davon, andere {other}; am meisten: {programs}',
  '{percent} % of its {processors} processors are in use, mostly by other programs: Loquat uses {own} of them, others {other}':
    '{percent} % seiner {processors} Prozessoren sind in Gebrauch, meist durch andere Programme: Loquat nutzt {own} davon, andere {other}',
  '{percent} % of its {processors} processors are in use, mostly by Loquat: Loquat uses {own} of them, others {other}':
    '{percent} % seiner {processors} Prozessoren sind in Gebrauch, meist durch Loquat: Loquat nutzt {own} davon, andere {other}',
  'it is {count} ms late': 'sie ist {count} ms verspätet',
  'for at least {count} s': 'mindestens {count} s lang',
  '{count} lines were left out': '{count} Zeilen fielen weg',
  '1 statement waits; {reason}': '1 Anweisung wartet; {reason}',
  '{count} statements wait; {reason}': '{count} Anweisungen warten; {reason}',
  'process {pid} of {role} ({who}, its transaction is {count} s old) holds the lock':
    'Prozess {pid} von {role} ({who}, seine Transaktion ist {count} s alt) hält die Sperre',
  '{answer}; {used} MiB of maxmemory {most} MiB are in use, and its machine has {count} MiB':
    '{answer}; {used} MiB von maxmemory {most} MiB sind belegt, und sein Rechner hat {count} MiB',
  'no answer within {count} s; bot {name}': 'keine Antwort in {count} s; Bot {name}',
  'no connection within {count} s; bot {name}': 'keine Verbindung in {count} s; Bot {name}',
  'no connection; bot {name}': 'keine Verbindung; Bot {name}',
  'no connection ({code}); bot {name}': 'keine Verbindung ({code}); Bot {name}',
  'version {own} does not know it; {reason}; job {job}, enqueued at {time} UTC, has waited for {count} s':
    'Version {own} kennt ihn nicht; {reason}; Auftrag {job}, eingereiht um {time} UTC, wartet seit {count} s',
  'no other version was started in the last week':
    'in der letzten Woche wurde keine andere Version gestartet',
  'version {other} was started at {time}': 'Version {other} wurde {time} gestartet',
  '{answer}; no other version was started in the last week':
    '{answer}; in der letzten Woche wurde keine andere Version gestartet',
  '{answer}; version {other} was started at {time}': '{answer}; Version {other} wurde {time} gestartet',
  '{store}: {status}, without an error code': '{store}: {status}, ohne Fehlercode',
  '1 ran before': 'vorher lief einer',
  '{count} ran before': 'vorher liefen {count}',
  '1 ran before; {reason}': 'vorher lief einer; {reason}',
  '{count} ran before; {reason}': 'vorher liefen {count}; {reason}',
  'an answer took {count} s, of which Postgres needed {number} ms; measured on {from}, with Postgres on {host}; the load of {machine} is {load} on {processors} processors':
    'eine Antwort dauerte {count} s, davon brauchte Postgres {number} ms; gemessen auf {from}, mit Postgres auf {host}; die Last von {machine} ist {load} bei {processors} Prozessoren',
  'an answer took {count} s, of which Postgres needed {number} ms; measured on {from}, with Postgres on {host}':
    'eine Antwort dauerte {count} s, davon brauchte Postgres {number} ms; gemessen auf {from}, mit Postgres auf {host}',
  '{count} statements of Loquat take long; {reason}': '{count} Anweisungen von Loquat dauern lange; {reason}',
  'an answer took {count} s; {reason}': 'eine Antwort dauerte {count} s; {reason}',
  '{running} statements run, and {count} of them use the processor; {reason}':
    '{running} Anweisungen laufen, und {count} von ihnen nutzen den Prozessor; {reason}',
  '{running} statements run, and most of them wait for {wait}; {reason}':
    '{running} Anweisungen laufen, und die meisten warten auf {wait}; {reason}',
  'the longest runs for {count} s: process {pid} of {role} ({who}): {query}':
    'die längste läuft seit {count} s: Prozess {pid} von {role} ({who}): {query}',
  'a command took {count} ms; {reason}': 'ein Befehl dauerte {count} ms; {reason}',
  'no slow command in its log of the last minute': 'kein langsamer in seinem Protokoll der letzten Minute',
  '1 slow command in the last minute, the longest: {command}, {number} ms, from {client}':
    'ein langsamer Befehl in der letzten Minute: {command}, {number} ms, von {client}',
  '{count} slow commands in the last minute, the longest: {command}, {number} ms, from {client}':
    '{count} langsame Befehle in der letzten Minute, der längste: {command}, {number} ms, von {client}',
  '{answer}; signed with the key {key}… that the server made on {day}':
    '{answer}; signiert mit dem Schlüssel {key}…, den der Server am {day} selbst erzeugt hat',
  '{answer}; signed with the key {key}… of VAPID_PUBLIC_KEY, which differs from the key {other}… that the server had made':
    '{answer}; signiert mit dem Schlüssel {key}… von VAPID_PUBLIC_KEY, der sich vom Schlüssel {other}… unterscheidet, den der Server selbst erzeugt hatte',
  '{answer}; signed with the key {key}… of VAPID_PUBLIC_KEY':
    '{answer}; signiert mit dem Schlüssel {key}… von VAPID_PUBLIC_KEY',
  'an answer took {count} s': 'eine Antwort dauerte {count} s',
  'a command took {count} ms': 'ein Befehl dauerte {count} ms',
  'no answer within {count} s': 'keine Antwort in {count} s',
  '{store}: no answer within {count} s; it accepts connections':
    '{store}: keine Antwort in {count} s; er nimmt Verbindungen an',
  '{store}: no answer within {count} s; no connection within {number} s':
    '{store}: keine Antwort in {count} s; keine Verbindung in {number} s',
  'no answer in time': 'keine Antwort zur rechten Zeit',
  'it is a standby': 'es ist ein Standby',
  'default_transaction_read_only is on, set by {source}, in the database {database}':
    'default_transaction_read_only ist an, gesetzt durch {source}, in der Datenbank {database}',
  'the last one, process {pid} on {host}, ended at {time} UTC in an orderly way: it was asked to (SIGTERM, or the button Drain on /ops/processes)':
    'der letzte, Prozess {pid} auf {host}, endete um {time} UTC ordentlich: Er wurde darum gebeten (SIGTERM oder der Knopf „Auslaufen lassen“ auf /ops/processes)',
  'it is {count} s ahead of the clock of Redis': 'sie geht der Uhr von Redis um {count} s vor',
  'it is {count} s behind the clock of Redis': 'sie geht der Uhr von Redis um {count} s nach',
  'there is none, by the file {file} on {host}': 'es gibt keine, laut der Datei {file} auf {host}',
  'it is {count} h old, and at most {most} h are allowed; the last one ended at {time}, by the file {file} on {host}':
    'sie ist {count} Std. alt und höchstens {most} Std. sind erlaubt; die letzte endete {time}, laut der Datei {file} auf {host}',
  'it ends on {day}': 'es endet am {day}',
  'it ended on {day}': 'es endete am {day}',
} as const

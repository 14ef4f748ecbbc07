import type { FailureText, ReportText } from './report-texts.ts'

/** The texts of reports about imports in German, by the English ones. */
export const GERMAN_REPORT: Readonly<Record<ReportText, string>> = {
  // Kinds of things.
  'people and bots': 'Leute und Bots',
  groups: 'Gruppen',
  'channel folders': 'Kanalordner',
  channels: 'Kanäle',
  subscriptions: 'Abonnements',
  conversations: 'Unterhaltungen',
  messages: 'Nachrichten',
  'personal flags of messages': 'Eigene Markierungen an Nachrichten',
  reactions: 'Reaktionen',
  'votes and tasks': 'Stimmen und Aufgaben',
  files: 'Dateien',
  drafts: 'Entwürfe',
  snippets: 'Textbausteine',
  'scheduled messages': 'Geplante Nachrichten',
  'alert words': 'Stichwörter',
  'topic policies': 'Regeln für Themen',
  'muted people': 'Stummgeschaltete Leute',
  statuses: 'Status',
  'profile fields': 'Profilfelder',
  'values of profile fields': 'Werte von Profilfeldern',
  'webhooks of bots': 'Webhooks von Bots',
  linkifiers: 'Verlinkungen',
  playgrounds: 'Code-Umgebungen',
  'custom emoji': 'Eigene Emojis',
  domains: 'Domains',
  avatars: 'Profilbilder',
  // Reasons for rows that are left out.
  'what clients asked of the former server': 'was Programme vom früheren Server verlangt haben',
  'when people were active at the former server': 'wann Leute auf dem früheren Server aktiv waren',
  'which hints people have seen': 'welche Hinweise Leute gesehen haben',
  'messages of the welcome bot to new people': 'Nachrichten des Willkommens-Bots an neue Leute',
  'repeated by the subscriptions': 'steht auch in den Abonnements',
  'log-in methods are chosen anew': 'Anmeldewege werden neu gewählt',
  'a counter of the former server': 'ein Zähler des früheren Servers',
  'when people were last online': 'wann Leute zuletzt online waren',
  'e-mail addresses of channels are new': 'E-Mail-Adressen von Kanälen sind neu',
  'pictures are measured anew': 'Bilder werden neu vermessen',
  'deleted files': 'gelöschte Dateien',
  'invitations are sent anew': 'Einladungen werden neu verschickt',
  'e-mail addresses of the former server': 'E-Mail-Adressen des früheren Servers',
  'exports of the former server': 'Exporte des früheren Servers',
  'devices register anew': 'Geräte melden sich neu an',
  'repeated by the groups': 'steht auch in den Gruppen',
  'settings of embedded bots of the former server': 'Einstellungen eingebetteter Bots des früheren Servers',
  'a table that this version does not know': 'eine Tabelle, die diese Version nicht kennt',
  // Sentences without their full stops.
  '{kind}: it is there twice': '{kind}: doppelt vorhanden',
  '{kind}: {column} has a wrong value': '{kind}: {column} hat einen falschen Wert',
  '{kind}: {column} is not in the archive': '{kind}: {column} ist nicht im Archiv',
  '{kind}: {reason}': '{kind}: {reason}',
  '{kind}: somebody has more than {limit}': '{kind}: jemand hat mehr als {limit}',
  '{kind}: there are more than {limit}': '{kind}: es sind mehr als {limit}',
  'accounts with an unknown role become members': 'Konten mit unbekannter Rolle werden Mitglieder',
  'accounts with the e-mail address of another one get an internal one':
    'Konten mit der E-Mail-Adresse eines anderen bekommen eine interne',
  'accounts without a usable e-mail address get an internal one':
    'Konten ohne brauchbare E-Mail-Adresse bekommen eine interne',
  'accounts without an id of their own': 'Konten ohne eigene ID',
  'avatars that Slack does not give': 'Profilbilder, die Slack nicht herausgibt',
  'avatars that are no pictures': 'Profilbilder, die keine Bilder sind',
  'avatars, which are at Slack': 'Profilbilder, die bei Slack liegen',
  'bots of an owner that is not in the archive have none':
    'Bots, deren Besitzer nicht im Archiv ist, haben keinen',
  'bots without a user name of their own': 'Bots ohne eigenen Benutzernamen',
  'buttons of integrations': 'Schaltflächen von Integrationen',
  'channels of other teams': 'Kanäle anderer Teams',
  'channels with the name of another one get a different one':
    'Kanäle mit dem Namen eines anderen bekommen einen neuen',
  'channels with the name of another one get a number':
    'Kanäle mit dem Namen eines anderen bekommen eine Nummer',
  'channels without a name of their own': 'Kanäle ohne eigenen Namen',
  'channels without an id of their own': 'Kanäle ohne eigene ID',
  'conversations of several workspaces are one': 'Gespräche mehrerer Workspaces werden eines',
  'custom emoji without a picture or an id': 'eigene Emojis ohne Bild oder ID',
  'custom emoji: the token may not list them': 'eigene Emojis: das Token darf sie nicht auflisten',
  'direct conversations of people who are not in the archive':
    'Direktgespräche von Leuten, die nicht im Archiv sind',
  'discussions without a room above them become channels':
    'Diskussionen ohne übergeordneten Raum werden Kanäle',
  'entries of {name} that are no objects': 'Einträge von {name}, die keine Objekte sind',
  'favorite direct conversations: only channels are pinned here':
    'bevorzugte Direktgespräche: hier werden nur Kanäle angeheftet',
  'files whose bytes are missing': 'Dateien, deren Inhalt fehlt',
  'files stay at Slack: messages link them': 'Dateien bleiben bei Slack: Nachrichten verlinken sie',
  'files that Slack does not give stay links': 'Dateien, die Slack nicht herausgibt, bleiben Links',
  'files with a wrong path': 'Dateien mit falschem Pfad',
  'flags of messages that are not in the archive': 'Markierungen von Nachrichten, die nicht im Archiv sind',
  'former versions of edited messages': 'frühere Fassungen bearbeiteter Nachrichten',
  'former versions of messages, and notices without a text':
    'frühere Fassungen von Nachrichten und Hinweise ohne Text',
  'groups that contain each other': 'Gruppen, die einander enthalten',
  'groups without an id of their own': 'Gruppen ohne eigene ID',
  'histories of more than {limit} changes keep the newest ones':
    'Verläufe mit mehr als {limit} Änderungen behalten die neuesten',
  'joins and leaves become subscriptions and not messages':
    'Beitritte und Austritte werden Abonnements und keine Nachrichten',
  'lines of an unknown kind': 'Zeilen unbekannter Art',
  'links to this address lead to the new organization':
    'Links zu dieser Adresse führen in die neue Organisation',
  'messages count as read unless the archive says otherwise: it does not say what these people have read':
    'Nachrichten gelten als gelesen, außer wo das Archiv anderes sagt: es sagt nicht, was diese Leute gelesen haben',
  'messages count as read: the archive does not say who has read what':
    'Nachrichten gelten als gelesen: das Archiv sagt nicht, wer was gelesen hat',
  'messages that were deleted later': 'Nachrichten, die später gelöscht wurden',
  'days of conversations that are in no list': 'Tage von Unterhaltungen, die in keiner Liste stehen',
  'messages to a place that is not in the archive': 'Nachrichten an einen Ort, der nicht im Archiv ist',
  'messages without a time': 'Nachrichten ohne Zeit',
  'messages without an id': 'Nachrichten ohne ID',
  'names of channels that are not allowed here': 'Namen von Kanälen, die hier nicht erlaubt sind',
  'names of custom emoji that are not allowed here': 'Namen eigener Emojis, die hier nicht erlaubt sind',
  'names of groups that are not allowed here': 'Namen von Gruppen, die hier nicht erlaubt sind',
  'names of people that are not allowed here': 'Namen von Leuten, die hier nicht erlaubt sind',
  'older messages of channels with very many topics count as read for everybody':
    'ältere Nachrichten von Kanälen mit sehr vielen Themen gelten für alle als gelesen',
  'open channels of teams by invitation become private':
    'offene Kanäle von Teams auf Einladung werden privat',
  'other names of emoji that Slack has itself': 'weitere Namen von Emojis, die Slack selbst hat',
  'other things': 'anderes',
  'people that the archive does not describe become placeholders':
    'Leute, die das Archiv nicht beschreibt, werden Platzhalter',
  'people without a user name of their own': 'Leute ohne eigenen Benutzernamen',
  'people without an e-mail address get an internal one': 'Leute ohne E-Mail-Adresse bekommen eine interne',
  'people without an id of their own': 'Leute ohne eigene ID',
  'permission schemes': 'Berechtigungsschemata',
  'personal settings {name} with a value that is unknown here get the default':
    'persönliche Einstellungen {name} mit einem hier unbekannten Wert bekommen den Standard',
  'pictures of the organization that are missing or no pictures':
    'Bilder der Organisation, die fehlen oder keine Bilder sind',
  'pins: messages are not pinned here': 'angeheftete Nachrichten: hier werden Nachrichten nicht angeheftet',
  'policies of topics that are unknown here': 'Regeln für Themen, die hier unbekannt sind',
  'previews of addresses': 'Vorschauen von Adressen',
  'profile fields of a type that is unknown here': 'Profilfelder einer hier unbekannten Art',
  'reactions of people whom the archive does not name': 'Reaktionen von Leuten, die das Archiv nicht nennt',
  'replies that a channel shows once more are in their thread alone':
    'Antworten, die ein Kanal noch einmal zeigt, stehen nur in ihrem Thread',
  'roles and permissions': 'Rollen und Berechtigungen',
  'rooms become private channels of the people who wrote in them: the archive does not say who may read them':
    'Räume werden private Kanäle der Leute, die darin geschrieben haben: das Archiv sagt nicht, wer sie lesen darf',
  'rooms of the live chat': 'Räume des Live-Chats',
  'rooms without an id of their own': 'Räume ohne eigene ID',
  'rows of {table}': 'Zeilen von {table}',
  'rows of {table} that are no objects': 'Zeilen von {table}, die keine Objekte sind',
  'rows of {table}: {reason}': 'Zeilen von {table}: {reason}',
  'scheduled messages that were sent already': 'geplante Nachrichten, die schon gesendet sind',
  'scheduled messages to a place that is not in the archive':
    'geplante Nachrichten an einen Ort, der nicht im Archiv ist',
  'senders that the list of people lacks become deactivated accounts':
    'Absender, die in der Liste der Leute fehlen, werden deaktivierte Konten',
  'several teams become one organization, each with a folder of channels':
    'mehrere Teams werden eine Organisation, jedes mit einem Ordner von Kanälen',
  'teams that were not asked for': 'Teams, die nicht verlangt waren',
  'teams without a name of their own': 'Teams ohne eigenen Namen',
  'texts of more than {limit} characters are cut there':
    'Texte mit mehr als {limit} Zeichen werden dort abgeschnitten',
  'the file {name}': 'die Datei {name}',
  'the named person becomes an owner': 'die genannte Person wird Eigentümer',
  'the second custom emoji of a name is off': 'das zweite eigene Emoji eines Namens ist aus',
  'the setting {name} of the organization gets the default':
    'die Einstellung {name} der Organisation bekommt den Standard',
  'times before 1970 or after 9999': 'Zeiten vor 1970 oder nach 9999',
  'topics of more than {limit} characters are cut there':
    'Themen mit mehr als {limit} Zeichen werden dort abgeschnitten',
  'values of profile fields that are not in the archive': 'Werte von Profilfeldern, die nicht im Archiv sind',
  'values of {name} that are not allowed here get the default':
    'Werte von {name}, die hier nicht erlaubt sind, bekommen den Standard',
  'visitors of the live chat': 'Besucher des Live-Chats',
}

/** Why an import failed, in German. */
export const GERMAN_FAILURES: Readonly<Record<FailureText, string>> = {
  'This is no archive of {products}.': 'Dies ist kein Archiv von {products}.',
  'The archive is broken: {reason}.': 'Das Archiv ist beschädigt: {reason}.',
  'The archive is refused: {reason}.': 'Das Archiv wird abgelehnt: {reason}.',
  'The archive is from a newer Loquat: {reason}.': 'Das Archiv ist von einem neueren Loquat: {reason}.',
  'The archive lacks {name}.': 'Dem Archiv fehlt {name}.',
  'The archive of Mattermost has no team.': 'Das Archiv von Mattermost hat kein Team.',
  'Nobody in the archive has the e-mail address of your account, and nobody else can own the organization. Change your address here to the one that you had there.':
    'Niemand im Archiv hat die E-Mail-Adresse deines Kontos, und sonst kann niemand die Organisation besitzen. Ändere deine Adresse hier in die, die du dort hattest.',
  'A bot in the archive has the e-mail address of your account. Change your address here.':
    'Ein Bot im Archiv hat die E-Mail-Adresse deines Kontos. Ändere deine Adresse hier.',
  'The files of the archive take {size} MiB, and an organization may have {limit} MiB on this server.':
    'Die Dateien des Archivs brauchen {size} MiB, und eine Organisation darf auf diesem Server {limit} MiB haben.',
  'The files of the archive take {size} MiB, and the server has less room for files.':
    'Die Dateien des Archivs brauchen {size} MiB, und der Server hat weniger Platz für Dateien.',
  'an entry of {name} is too large': 'ein Eintrag von {name} ist zu groß',
  'an entry of {name} is nested too deeply': 'ein Eintrag von {name} ist zu tief verschachtelt',
  'it has {name} twice': 'es enthält {name} doppelt',
  'it has more than {limit} entries': 'es hat mehr als {limit} Einträge',
  'it unpacks to more than {limit} GiB': 'es wird entpackt größer als {limit} GiB',
  'it unpacks to more than {limit} times its size': 'es wird entpackt mehr als {limit}-mal so groß',
  'reading it takes more than {limit} MiB of memory': 'es zu lesen braucht mehr als {limit} MiB Speicher',
  '{name} has a line that is no JSON': '{name} hat eine Zeile, die kein JSON ist',
  '{name} is a link or a device': '{name} ist ein Link oder ein Gerät',
  '{name} is cut': '{name} ist abgeschnitten',
  '{name} is cut or no JSON': '{name} ist abgeschnitten oder kein JSON',
  '{name} is encrypted': '{name} ist verschlüsselt',
  '{name} is no BSON': '{name} ist kein BSON',
  '{name} is no JSON': '{name} ist kein JSON',
  '{name} leads out of it': '{name} führt aus ihm heraus',
  'it has several exports, {first} and {second}': 'es enthält mehrere Exporte, {first} und {second}',
  'it has the archive {name} in it; unpack it and import that one':
    'es enthält das Archiv {name}; entpacke es und importiere jenes',
  'it is one part of several; join them first': 'es ist einer von mehreren Teilen; füge sie zuerst zusammen',
  'it is packed with {format}; only ZIP, tar and tar.gz can be read':
    'es ist mit {format} gepackt; nur ZIP, tar und tar.gz können gelesen werden',
  'the program that packed it writes no ZIP64, which a ZIP of this size or with this many files needs; unpack it, and pack the folder again with another program or as tar.gz':
    'das Programm, das es gepackt hat, schreibt kein ZIP64, das ein ZIP dieser Größe oder mit so vielen Dateien braucht; entpacke es und packe den Ordner mit einem anderen Programm oder als tar.gz noch einmal',
  'its entries overlap': 'seine Einträge überlappen sich',
  '{name} is packed with {method}; pack it again with Deflate':
    '{name} ist mit {method} gepackt; packe das Archiv noch einmal mit Deflate',
  '{name} is stored with holes or in parts; pack it again without them':
    '{name} ist mit Lücken oder in Teilen gespeichert; packe das Archiv noch einmal ohne sie',
  '{name} uses an unknown compression': '{name} ist auf unbekannte Weise gepackt',
}

/**
 * Texts of the server that people read as they come, in German, by the English ones: messages of errors and
 * texts of log-in methods. `{name}` stands for any text. The other languages have the same keys.
 */
export const GERMAN_ERRORS = {
  // Pages.
  'Log in with {provider}': 'Mit {provider} anmelden',
  'User name or e-mail address': 'Benutzername oder E-Mail-Adresse',
  'Log in with a passkey': 'Mit einem Passkey anmelden',
  'Your username or password is incorrect': 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  'Account is deactivated': 'Das Konto ist deaktiviert.',
  'The code is wrong or has been used.': 'Der Code ist falsch oder wurde schon benutzt.',
  'The set-up has expired. Begin again.': 'Die Einrichtung ist abgelaufen. Beginne neu.',
  'The code does not belong to this secret.': 'Der Code gehört nicht zu diesem Geheimnis.',
  'The passkey was not accepted. Try again.': 'Der Passkey wurde nicht angenommen. Versuche es noch einmal.',
  'Your organization requires a second factor. Log in with your browser to set it up.':
    'Deine Organisation verlangt einen zweiten Faktor. Melde dich im Browser an, um ihn einzurichten.',
  'Your organization requires you to log in with {names}.':
    'Deine Organisation verlangt, dass du dich mit {names} anmeldest.',
  'Your organization does not allow this way to log in.':
    'Deine Organisation erlaubt diese Art der Anmeldung nicht.',
  'This log-in has expired, or it began in another browser. Begin again.':
    'Diese Anmeldung ist abgelaufen oder begann in einem anderen Browser. Beginne neu.',
  '{provider} does not answer as it should. Try again later, or log in another way.':
    '{provider} antwortet nicht wie erwartet. Versuche es später noch einmal oder melde dich anders an.',
  'This message of {provider} ends no session.': 'Diese Nachricht von {provider} beendet keine Sitzung.',
  '{provider} did not log you in.': '{provider} hat dich nicht angemeldet.',
  '{provider} does not say that your e-mail address is confirmed. Confirm it there, then log in again.':
    '{provider} sagt nicht, dass deine E-Mail-Adresse bestätigt ist. Bestätige sie dort und melde dich dann noch einmal an.',
  '{provider} does not tell your e-mail address. Add it there, or ask an administrator for help, then log in again.':
    '{provider} nennt deine E-Mail-Adresse nicht. Trage sie dort ein oder bitte jemanden aus der Administration um Hilfe, und melde dich dann noch einmal an.',
  'There is no account for {email} here. Ask an administrator for an account.':
    'Für {email} gibt es hier kein Konto. Bitte einen Administrator um ein Konto.',
  'The account of {email} is not joined to {provider}. Log in another way, or ask an administrator for help.':
    'Das Konto von {email} ist nicht mit {provider} verbunden. Melde dich anders an oder bitte einen Administrator um Hilfe.',
  'The account of {email} belongs to another person at {provider}. Ask an administrator for help.':
    'Das Konto von {email} gehört bei {provider} einer anderen Person. Bitte einen Administrator um Hilfe.',
  'Invalid OTP': 'Das Geheimnis der App ist fehlerhaft.',
  "Can't use both mobile_flow_otp and desktop_flow_otp together.":
    'Die Adresse nennt die Geheimnisse zweier Apps.',
  'This organization requires an invitation to join.':
    'Um dieser Organisation beizutreten, brauchst du eine Einladung.',
  'Already has an account.': 'Dazu gibt es schon ein Konto.',
  'Email is already in use.': 'Die E-Mail-Adresse ist schon in Gebrauch.',
  'Invalid address.': 'Das ist keine gültige Adresse.',
  'Reserved for users who hide their address.':
    'Diese Adresse ist Personen vorbehalten, die ihre Adresse verbergen.',
  'Email addresses containing + are not allowed in this organization':
    'E-Mail-Adressen mit + sind in dieser Organisation nicht erlaubt.',
  'Disposable email addresses are not allowed in this organization':
    'Adressen von Wegwerfdiensten sind in dieser Organisation nicht erlaubt.',
  'Email addresses containing + are not allowed.': 'E-Mail-Adressen mit + sind nicht erlaubt.',
  'Outside your domain.': 'Die Adresse gehört nicht zu einer Domain der Organisation.',
  'Please use your real email address.': 'Bitte nimm deine richtige E-Mail-Adresse.',
  'Name too long!': 'Der Name ist zu lang.',
  'Name too short!': 'Der Name ist zu kurz.',
  'Invalid characters in name!': 'Der Name enthält unzulässige Zeichen.',
  'Invalid format!': 'Der Name hat eine unzulässige Form.',
  'Unique names required in this organization.': 'In dieser Organisation muss jeder Name einmalig sein.',
  'At most {count} characters.': 'Höchstens {count} Zeichen.',
  'At least {count} characters.': 'Mindestens {count} Zeichen.',
  'This password is easy to guess. Choose a longer one.':
    'Dieses Passwort ist leicht zu raten. Wähle ein längeres.',
  'The password is too weak.': 'Das Passwort ist zu schwach.',
  'Enter a name.': 'Gib einen Namen ein.',
  'Choose another address.': 'Wähle eine andere Adresse.',
  'This is not an email address.': 'Das ist keine E-Mail-Adresse.',
  'Organization name is too long (limit: {limit} characters)':
    'Der Name der Organisation ist zu lang (höchstens {limit} Zeichen).',
  'Organization name cannot be empty.': 'Der Name der Organisation darf nicht leer sein.',
  'Subdomain can only have letters, digits and inner hyphens.':
    'Die Adresse darf nur Buchstaben, Ziffern und dazwischen Bindestriche haben.',
  'Invalid host name.': 'Das ist kein gültiger Hostname.',
  'Subdomain or host name already in use. Please choose a different one.':
    'Die Adresse ist schon vergeben. Wähle eine andere.',
  'You need a link from the operator of this server to create an organization.':
    'Um eine Organisation zu erstellen, brauchst du einen Link vom Betreiber dieses Servers.',
  'There is nothing at this address. Check the spelling.':
    'Unter dieser Adresse ist nichts. Prüfe die Schreibweise.',
  'This page does not take such requests.': 'Diese Seite nimmt solche Anfragen nicht an.',
  'Text must not contain null bytes.': 'Texte dürfen keine Null-Bytes enthalten.',
  'This link to unsubscribe is not one of ours, or is no longer valid.':
    'Dieser Link zum Abbestellen ist nicht von uns oder gilt nicht mehr.',
  'Invalid confirmation link': 'Dieser Link gilt nicht.',
  'Invalid signature.': 'Dieser Link zu einem Anruf gilt nicht.',
  'BigBlueButton is not configured.': 'BigBlueButton ist nicht eingerichtet.',
  'Error connecting to the BigBlueButton server.': 'Der Server von BigBlueButton ist nicht erreichbar.',
  'Error authenticating to the BigBlueButton server.':
    'Der Server von BigBlueButton nimmt die Anmeldung nicht an.',
  'BigBlueButton server returned an unexpected error.':
    'Der Server von BigBlueButton meldet einen unerwarteten Fehler.',
  'Zoom is not configured.': 'Zoom ist nicht eingerichtet.',
  'Zoom cannot be reached, or answers unexpectedly.': 'Zoom ist nicht erreichbar oder antwortet unerwartet.',
  'Zoom accepts no more requests now. Try again later.':
    'Zoom nimmt gerade keine Anfragen mehr an. Versuch es später noch einmal.',
  'This visit to Zoom was begun by somebody else, or is too old.':
    'Diesen Besuch bei Zoom hat jemand anders begonnen, oder er ist zu alt.',
  'Zoom did not connect your account.': 'Zoom hat dein Konto nicht verbunden.',
  'Must be an organization administrator': 'Dafür musst du Administrator der Organisation sein.',
  'Must be an organization owner': 'Dafür musst du Eigentümer der Organisation sein.',
  'Request body is too large (limit: {limit} bytes)': 'Die Anfrage ist zu groß (höchstens {limit} Bytes).',
  'Sessions are unavailable, try again': 'Anmeldungen sind gerade nicht möglich, versuche es noch einmal.',
  'The web client is not built. Run `npm run build` and start the gateway again.':
    'Die Webanwendung ist nicht gebaut. Führe `npm run build` aus und starte das Gateway neu.',
  // Answers of the API.
  'API usage exceeded rate limit': 'Zu viele Anfragen. Warte einen Moment.',
  'Internal server error': 'Auf dem Server ist ein Fehler aufgetreten.',
  'The server receives too much at the moment. Try again in a moment.':
    'Der Server empfängt gerade zu viel. Versuche es gleich noch einmal.',
  'The server cannot do this right now. Try again in a moment.':
    'Der Server kann das gerade nicht. Versuche es gleich noch einmal.',
  'Files cannot be reached at the moment.': 'Dateien sind gerade nicht erreichbar.',
  'Not logged in: API authentication or user session required': 'Du bist nicht angemeldet.',
  'Not allowed for guest users': 'Gästen ist das nicht erlaubt.',
  'Insufficient permission': 'Dazu hast du keine Berechtigung.',
  '"code" should be the only variable present in the URL template':
    'In der Adresse darf nur die Variable „code“ stehen.',
  'Missing the required variable "code" in the URL template': 'In der Adresse fehlt die Variable „code“.',
  "'{name}' must be a system user group.": 'Hier ist nur eine der vorgegebenen Gruppen möglich.',
  "'{setting}' setting cannot be set to '{group}' group.": 'Diese Gruppe ist hier nicht möglich.',
  "'{channel}' is a default channel and cannot be added to '{group}'":
    '„{channel}“ ist ein Standardkanal und kann nicht zu „{group}“ gehören.',
  "'{value}' is not a valid choice for '{name}'.": '„{value}“ kann man bei „{name}“ nicht wählen.',
  "'old' value does not match the expected value.":
    'Jemand hat das inzwischen geändert. Lade die Seite neu und versuche es noch einmal.',
  "'prev_content_sha256' value does not match the expected value.":
    'Die Nachricht wurde inzwischen geändert.',
  "'{email}' is no longer using Loquat.": '{email} nutzt Loquat nicht mehr.',
  "'value' cannot be blank.": 'Der Wert darf nicht leer sein.',
  'A bot stores at most {entries} keys and, keys and values together, {bytes} bytes.':
    'Ein Bot speichert höchstens {entries} Schlüssel und zusammen mit den Werten {bytes} Bytes.',
  'A custom emoji with this name already exists.': 'Ein Emoji mit diesem Namen gibt es schon.',
  'A default channel cannot be private.': 'Ein Standardkanal kann nicht privat sein.',
  'Private channels cannot be made default.': 'Private Kanäle können keine Standardkanäle sein.',
  'A field with that label already exists.': 'Ein Feld mit diesem Namen gibt es schon.',
  'A moderation request channel cannot be public.': 'Der Kanal für Meldungen kann nicht öffentlich sein.',
  'Moderation request channel must be specified to enable message reporting.':
    'Um Nachrichten melden zu können, muss erst ein Kanal für Meldungen gewählt sein.',
  'A status ends in the future, within {days} days.':
    'Ein Status endet in der Zukunft, innerhalb von {days} Tagen.',
  'An explanation is required when the reason is not one of the others.':
    'Wenn keiner der anderen Gründe passt, ist eine Erklärung nötig.',
  'An organization has at most {count} tokens.': 'Eine Organisation hat höchstens {count} Tokens.',
  'At least one authentication method must be enabled.': 'Mindestens ein Weg zur Anmeldung muss bleiben.',
  'Avatar changes are disabled in this organization.':
    'In dieser Organisation kann man sein Bild nicht ändern.',
  'Bad name or username': 'Der Name ist nicht möglich.',
  'Bad regular expression: {reason}': 'Der reguläre Ausdruck ist fehlerhaft: {reason}',
  "Bad value for 'message_retention_days': {value}": 'Als Aufbewahrungszeit ist {value} nicht möglich.',
  '{parameter} is not a date': '„{parameter}“ muss ein Datum sein.',
  '{parameter} is not a URL': '„{parameter}“ muss eine Webadresse sein.',
  '{name} is not a date': '{name} ist kein Datum.',
  '{name} is not a URL': '{name} ist keine Webadresse.',
  'Built-in views cannot have a custom name': 'Vorgegebene Ansichten kann man nicht umbenennen.',
  'Custom views must have a valid name.': 'Eigene Ansichten brauchen einen Namen.',
  'Navigation view already exists.': 'Diese Ansicht gibt es schon.',
  'Navigation view does not exist.': 'Diese Ansicht gibt es nicht.',
  'Cannot change message content while changing channel': 'Text und Kanal kann man nicht zugleich ändern.',
  'Cannot deactivate the only organization owner': 'Den einzigen Eigentümer kann man nicht deaktivieren.',
  "You can't deactivate the only organization owner.": 'Den einzigen Eigentümer kann man nicht deaktivieren.',
  'Cannot erase the only organization owner': 'Die Daten des einzigen Eigentümers kann man nicht löschen.',
  'The owner permission cannot be removed from the only organization owner.':
    'Der einzige Eigentümer muss Eigentümer bleiben.',
  'Cannot deactivate user group in use.': 'Die Gruppe wird noch verwendet.',
  'Cannot mute self': 'Sich selbst kann man nicht stummschalten.',
  'Cannot send to multiple channels': 'Eine Nachricht geht an einen einzigen Kanal.',
  'Cannot store configuration. Request would require {size} characters. The current configuration size limit is {limit} characters.':
    'Die Konfiguration ist zu groß: {size} Zeichen, höchstens {limit}.',
  "Channel '{channel}' is already present in default channel group '{group}'":
    'Der Kanal „{channel}“ ist schon in „{group}“.',
  "Channel '{channel}' is not present in default channel group '{group}'":
    'Der Kanal „{channel}“ ist nicht in „{group}“.',
  "Channel '{channel}' already exists": 'Den Kanal „{channel}“ gibt es schon.',
  "Channel '{channel}' does not exist": 'Den Kanal „{channel}“ gibt es nicht.',
  "Channel with ID '{id}' does not exist": 'Den Kanal gibt es nicht.',
  'Channel already has that name.': 'So heißt der Kanal schon.',
  'Channel content access is required.': 'Dazu musst du lesen können, was im Kanal steht.',
  'Channel folder name already in use': 'Einen Ordner mit diesem Namen gibt es schon.',
  "Channel folder name can't be empty.": 'Der Ordner braucht einen Namen.',
  'Channel is already archived.': 'Der Kanal ist schon archiviert.',
  "Channel name can't be empty.": 'Der Kanal braucht einen Namen.',
  'Channel name too long (limit: {limit} characters).':
    'Der Name des Kanals ist zu lang (höchstens {limit} Zeichen).',
  'Default channel group name too long (limit: {limit} characters)':
    'Der Name der Kanalgruppe ist zu lang (höchstens {limit} Zeichen).',
  "Default channel group '{group}' already exists": 'Die Kanalgruppe „{group}“ gibt es schon.',
  "Default channel group with id '{id}' does not exist.": 'Die Kanalgruppe gibt es nicht.',
  "This default channel group is already named '{group}'": 'Die Kanalgruppe heißt schon „{group}“.',
  "Invalid default channel group name '{group}'": '„{group}“ ist als Name einer Kanalgruppe nicht möglich.',
  'Confirm who you are in your browser first.': 'Bestätige zuerst in deinem Browser, wer du bist.',
  'Content cannot be empty.': 'Der Text darf nicht leer sein.',
  'Title cannot be empty.': 'Der Titel darf nicht leer sein.',
  'Message must not be empty': 'Die Nachricht ist leer.',
  'Message must have recipients!': 'Die Nachricht braucht jemanden, an den sie geht.',
  'Could not decode image; did you upload an image file?':
    'Das Bild ist nicht lesbar. Ist die Datei ein Bild?',
  'Image size exceeds limit.': 'Das Bild hat zu viele Bildpunkte.',
  'Custom external account must define URL pattern': 'Das Konto braucht ein Muster für Adressen.',
  "URL pattern must contain '%(username)s'.": 'Das Muster für Adressen muss „%(username)s“ enthalten.',
  'Data deletion time must be at least {days} days in the future.':
    'Die Daten können frühestens in {days} Tagen gelöscht werden.',
  'Data deletion time must be at most {days} days in the future.':
    'Die Daten können spätestens in {days} Tagen gelöscht werden.',
  'Default custom field cannot be updated.': 'Ein vorgegebenes Feld kann man nicht ändern.',
  'Direct messages are disabled in this organization.':
    'In dieser Organisation gibt es keine Direktnachrichten.',
  'Direct messages cannot be moved to channels.': 'Direktnachrichten kann man nicht in Kanäle verschieben.',
  'Direct messages cannot have topics.': 'Direktnachrichten haben keine Themen.',
  'Draft does not exist': 'Den Entwurf gibt es nicht mehr.',
  "Email '{email}' not allowed in this organization": '{email} ist in dieser Organisation nicht erlaubt.',
  'Email address changes are disabled in this organization.':
    'In dieser Organisation kann man seine E-Mail-Adresse nicht ändern.',
  "Emoji '{name}' does not exist": 'Das Emoji „{name}“ gibt es nicht.',
  'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.':
    'Namen von Emojis haben nur kleine Buchstaben von a bis z, Ziffern, Leerzeichen, Binde- und Unterstriche.',
  'Emoji names must end with either a letter or digit.':
    'Namen von Emojis enden mit einem Buchstaben oder einer Ziffer.',
  'Emoji names must have at most {limit} characters.': 'Namen von Emojis haben höchstens {limit} Zeichen.',
  'Emoji name is missing': 'Das Emoji braucht einen Namen.',
  'Only administrators can override default emoji.':
    'Nur Administratoren können vorgegebene Emojis ersetzen.',
  'Must be an organization administrator or emoji author':
    'Das können nur Administratoren und wer das Emoji hinzugefügt hat.',
  'This custom emoji has been deactivated.': 'Dieses Emoji gibt es nicht mehr.',
  'Invalid custom emoji.': 'Das Emoji gibt es nicht.',
  'Invalid custom emoji name.': 'Der Name passt nicht zum Emoji.',
  'Invalid emoji name.': 'Das Emoji gibt es nicht.',
  'Invalid emoji code.': 'Das Emoji gibt es nicht.',
  'Export already deleted': 'Der Export ist schon gelöscht.',
  'Export failed, nothing to delete': 'Der Export ist gescheitert; es gibt nichts zu löschen.',
  'Export still in progress': 'Der Export läuft noch.',
  'There is no finished export to delete': 'Es gibt keinen fertigen Export.',
  'Invalid data export ID': 'Den Export gibt es nicht.',
  'Exceeded rate limit.': 'Zu viele Exporte in kurzer Zeit. Versuche es später noch einmal.',
  'Please request a manual export from {email}.':
    'Die Organisation ist dafür zu groß. Bitte {email} um einen Export.',
  'Make sure at least one Organization Owner allows other Administrators to see their email address or contact {email} for help.':
    'Mindestens ein Eigentümer muss Administratoren seine E-Mail-Adresse zeigen. Hilfe gibt {email}.',
  'Make sure at least one Organization Owner is consenting to the export or contact {email} for help.':
    'Mindestens ein Eigentümer muss dem Export zustimmen. Hilfe gibt {email}.',
  "Failed to change owner, bots can't own other bots": 'Ein Bot kann keinen Bot besitzen.',
  'Failed to change owner, no such user': 'Die neue Eigentümerin oder den neuen Eigentümer gibt es nicht.',
  'Failed to change owner, user is deactivated':
    'Das Konto der neuen Eigentümerin oder des neuen Eigentümers ist deaktiviert.',
  'Field id {id} not found.': 'Das Feld gibt es nicht.',
  'Field must have at least one choice.': 'Das Feld braucht mindestens eine Auswahl.',
  'Field must not have duplicate choices.': 'Jede Auswahl darf nur einmal vorkommen.',
  'Too many choices.': 'Das sind zu viele Auswahlmöglichkeiten.',
  'Field type not supported for display in profile summary.':
    'Felder dieser Art können nicht auf Karten stehen.',
  'Only {count} custom profile fields can be displayed in the profile summary.':
    'Auf Karten können höchstens {count} Felder stehen.',
  'This field cannot be blank.': 'Das Feld darf nicht leer sein.',
  'Label cannot be blank.': 'Das Feld braucht einen Namen.',
  'You are not allowed to change this field. Contact an administrator to update it.':
    'Dieses Feld kannst du nicht ändern. Bitte einen Administrator darum.',
  'Invalid field type.': 'Diese Art von Feldern gibt es nicht.',
  'Invalid external account type': 'Diese Art von Konten gibt es nicht.',
  'The formatted values of your profile are too long together (limit: {limit} characters).':
    'Die Texte deines Profils sind zusammen zu lang (höchstens {limit} Zeichen).',
  "File is larger than this server's configured maximum upload size ({size} MiB).":
    'Die Datei ist größer, als dieser Server erlaubt ({size} MiB).',
  'Uploaded file is larger than the allowed limit of {size} MiB':
    'Die Datei ist zu groß (höchstens {size} MiB).',
  "Upload would exceed your organization's upload quota.":
    'Damit wäre der Speicherplatz der Organisation überschritten.',
  'You have too many uploads that are not complete (limit: {limit}).':
    'Zu viele Dateien sind noch nicht fertig hochgeladen (höchstens {limit}).',
  'You must specify a file to upload': 'Wähle eine Datei.',
  'You may only upload one file at a time': 'Lade eine Datei nach der anderen hoch.',
  'This file does not exist or has been deleted.': 'Diese Datei gibt es nicht, oder sie wurde gelöscht.',
  'You are not authorized to view this file.': 'Diese Datei darfst du nicht sehen.',
  'Invalid attachment': 'Die Datei gibt es nicht.',
  'General chat cannot be marked as resolved': 'Den allgemeinen Chat kann man nicht erledigen.',
  'Sending messages to the general chat is not allowed in this channel.':
    'In diesem Kanal braucht jede Nachricht ein Thema.',
  'Only the general chat topic is allowed in this channel.': 'In diesem Kanal gibt es keine Themen.',
  'The channel has other topics than "{topic}".': 'Der Kanal hat noch andere Themen als „{topic}“.',
  "We weren't able to invite anyone.": 'Niemand konnte eingeladen werden.',
  'Some of those addresses could not be invited. We did send invitations to everyone else!':
    'Einige der Adressen konnten nicht eingeladen werden, alle anderen wurden es.',
  'Reserved for system bots.': 'Diese Adresse gehört einem Bot des Servers.',
  'Account has been deactivated.': 'Das Konto ist deaktiviert.',
  "Domain can't be empty.": 'Die Domain darf nicht leer sein.',
  'Domain must have at least one dot (.)': 'Die Domain braucht mindestens einen Punkt.',
  'Domain is too long': 'Die Domain ist zu lang.',
  'Domain cannot start or end with a dot (.)': 'Die Domain darf nicht mit einem Punkt beginnen oder enden.',
  "Consecutive '.' are not allowed.": 'Zwei Punkte dürfen nicht aufeinander folgen.',
  "Subdomains cannot start or end with a '-'.":
    'Teile der Domain dürfen nicht mit einem Bindestrich beginnen oder enden.',
  "Domain can only have letters, numbers, '.' and '-'s.":
    'Die Domain darf nur Buchstaben, Ziffern, Punkte und Bindestriche haben.',
  "Group '{name}' in URL template is not present in linkifier pattern.":
    'Die Adresse nennt die Gruppe „{name}“, die im Muster fehlt.',
  "Group '{name}' in linkifier pattern is not present in URL template.":
    'Das Muster hat die Gruppe „{name}“, die in der Adresse fehlt.',
  'Invalid URL template.': 'Die Adresse ist fehlerhaft.',
  'Linkifier not found.': 'Die Linkregel gibt es nicht mehr.',
  'Realm filter with this Realm and Pattern already exists.':
    'Eine Linkregel mit diesem Muster gibt es schon.',
  'Realm playground with this Realm, Pygments language and Name already exists.':
    'Einen Code-Spielplatz mit diesem Namen gibt es für die Sprache schon.',
  'Invalid playground': 'Den Code-Spielplatz gibt es nicht mehr.',
  'Invalid characters in pygments language': 'Der Name der Sprache hat unzulässige Zeichen.',
  'The ordered list must enumerate all existing linkifiers exactly once':
    'Die Linkregeln haben sich inzwischen geändert. Versuche es noch einmal.',
  'Invalid order mapping': 'Die Liste hat sich inzwischen geändert. Versuche es noch einmal.',
  'Invalid order mapping.': 'Die Liste hat sich inzwischen geändert. Versuche es noch einmal.',
  'Guests cannot be organization administrators': 'Gäste können keine Administratoren sein.',
  'Invalid Zoom access token': 'Verbinde dein Konto noch einmal mit Zoom.',
  'Invalid bot type': 'Diese Art von Bots gibt es nicht.',
  'Invalid embedded bot name.': 'Diesen eingebauten Bot gibt es nicht.',
  'Invalid configuration data!': 'Die Konfiguration ist fehlerhaft.',
  'No such bot': 'Den Bot gibt es nicht.',
  'Username already in use': 'Diesen Namen hat schon ein anderes Konto.',
  'Name is already in use.': 'Der Name ist schon vergeben.',
  'You cannot own more than {count} bots, deactivated ones included.':
    'Du kannst höchstens {count} Bots haben, auch deaktivierte.',
  'Invalid channel ID {id}. No invites were sent.':
    'Einen der Kanäle gibt es nicht. Niemand wurde eingeladen.',
  'Invalid channel ID': 'Den Kanal gibt es nicht.',
  "Invalid channel name '{channel}'": 'Den Kanal „{channel}“ gibt es nicht.',
  'Invalid channel folder ID': 'Den Ordner gibt es nicht mehr.',
  'You need to remove all the channels from this folder to archive it.':
    'Nimm zuerst alle Kanäle aus dem Ordner.',
  'Invalid character in channel folder name, at position {position}.':
    'Der Name des Ordners hat ein unzulässiges Zeichen, an Stelle {position}.',
  'Invalid character in channel name, at position {position}.':
    'Der Name des Kanals hat ein unzulässiges Zeichen, an Stelle {position}.',
  'Invalid character in topic, at position {position}!':
    'Das Thema hat ein unzulässiges Zeichen, an Stelle {position}.',
  'Invalid domain: {reason}': 'Die Domain ist nicht möglich: {reason}',
  'The domain {domain} is already a part of your organization.':
    'Die Domain {domain} gehört schon zur Organisation.',
  'No entry found for domain {domain}.': 'Die Domain {domain} ist nicht in der Liste.',
  "Invalid email '{email}'": '{email} ist keine gültige E-Mail-Adresse.',
  'Invalid new email address.': 'Das ist keine gültige E-Mail-Adresse.',
  'New email value error: Already has an account.': 'Zu dieser Adresse gibt es schon ein Konto.',
  'New email value error: Outside your domain.': 'Die Adresse gehört nicht zu einer Domain der Organisation.',
  'New email value error: {reason}': 'Die neue Adresse ist nicht möglich: {reason}',
  'Invalid message(s)': 'Die Nachricht gibt es nicht, oder du darfst sie nicht lesen.',
  'Invalid narrow operator combination: {reason}': 'So lassen sich die Suchwörter nicht verbinden: {reason}',
  'Invalid narrow operator: {reason}': 'Diese Suche ist nicht möglich: {reason}',
  'narrow has a search that is too long (limit: {limit} characters)':
    'Die Suche ist zu lang (höchstens {limit} Zeichen).',
  'narrow searches for too many phrases (limit: {limit})':
    'Die Suche hat zu viele Wortgruppen (höchstens {limit}).',
  'This search takes too long. Narrow it down, for example to one channel.':
    'Diese Suche dauert zu lange. Grenze sie ein, zum Beispiel auf einen Kanal.',
  'Too many searches wait at the moment. Try again in a moment.':
    'Gerade warten zu viele Suchen. Versuche es gleich noch einmal.',
  'Too many messages requested (maximum {limit}).': 'Zu viele Nachrichten auf einmal (höchstens {limit}).',
  'Invalid user ID: {id}': 'Die Person gibt es nicht.',
  'Invalid user ID {id}': 'Die Person gibt es nicht.',
  'Invalid user ID': 'Die Person gibt es nicht.',
  'No such user': 'Die Person gibt es nicht.',
  'User is deactivated': 'Das Konto ist deaktiviert.',
  'User with ID {id} is deactivated': 'Das Konto ist deaktiviert.',
  'User with ID {id} is a bot': 'Das ist ein Bot.',
  'Invalid user group ID: {id}': 'Die Gruppe gibt es nicht.',
  'Invalid user group': 'Die Gruppe gibt es nicht.',
  "User group '{group}' already exists.": 'Die Gruppe „{group}“ gibt es schon.',
  'User group is deactivated.': 'Die Gruppe ist deaktiviert.',
  "User group name can't be empty!": 'Die Gruppe braucht einen Namen.',
  'User group name cannot exceed {limit} characters.':
    'Der Name der Gruppe ist zu lang (höchstens {limit} Zeichen).',
  "User group name cannot start with '{start}'.": 'Namen von Gruppen beginnen nicht mit „{start}“.',
  'User group {id} is already a subgroup of one of the passed subgroups.':
    'Eine Gruppe kann nicht sich selbst enthalten.',
  'User group {id} is already a subgroup of this group.': 'Diese Gruppe gehört schon dazu.',
  'User group {id} is not a subgroup of this group.': 'Diese Gruppe gehört nicht dazu.',
  'User {id} is already a member of this group': 'Die Person ist schon Mitglied der Gruppe.',
  "There is no member '{id}' in this user group": 'Die Person ist nicht Mitglied der Gruppe.',
  "You are not allowed to mention user group '{group}'.": 'Die Gruppe „{group}“ darfst du nicht erwähnen.',
  'Invitation has already been revoked': 'Die Einladung wurde schon zurückgezogen.',
  'No such invitation': 'Die Einladung gibt es nicht mehr.',
  "Some of those addresses are already using Loquat, so we didn't send them an invitation. We did send invitations to everyone else!":
    'Einige der Adressen haben schon ein Konto und bekamen keine Einladung, alle anderen schon.',
  'To protect users, this server limits the number of invitations you can send in one day. Because you have reached the limit, no invitations were sent.':
    'Für heute sind genug Einladungen verschickt. Niemand wurde eingeladen.',
  'You must specify at least one email address.': 'Gib mindestens eine E-Mail-Adresse an.',
  'You have too many invitation links (limit: {limit}). Revoke one that you no longer need.':
    'Du hast zu viele Einladungslinks (höchstens {limit}). Zieh einen zurück, den du nicht mehr brauchst.',
  'You do not have permission to subscribe other users to channels.':
    'Du darfst andere nicht in Kanäle aufnehmen.',
  'Message edit history is disabled in this organization':
    'Frühere Fassungen von Nachrichten zeigt diese Organisation nicht.',
  'Your organization has turned off message editing':
    'In dieser Organisation kann man Nachrichten nicht bearbeiten.',
  'The time limit for editing this message has passed': 'Diese Nachricht kann man nicht mehr bearbeiten.',
  "The time limit for editing this message's topic has passed":
    'Das Thema dieser Nachricht kann man nicht mehr ändern.',
  'The time limit for deleting this message has passed': 'Diese Nachricht kann man nicht mehr löschen.',
  "You don't have permission to delete this message": 'Du darfst diese Nachricht nicht löschen.',
  "You don't have permission to edit this message": 'Du darfst diese Nachricht nicht bearbeiten.',
  "You don't have permission to move this message": 'Du darfst diese Nachricht nicht verschieben.',
  "You don't have permission to resolve topics.": 'Du darfst Themen nicht erledigen.',
  'You only have permission to move the {some}/{all} most recent messages in this topic.':
    'Du darfst nur die neuesten {some} von {all} Nachrichten dieses Themas verschieben.',
  'Widgets cannot be edited.': 'Umfragen und To-do-Listen kann man nicht bearbeiten.',
  'You cannot add more to this message.': 'Zu dieser Nachricht passt nichts mehr hinzu.',
  'You cannot attach a submessage to this message.': 'Zu dieser Nachricht kannst du nichts hinzufügen.',
  'New password is too long (limit: {limit} characters)':
    'Das neue Passwort ist zu lang (höchstens {limit} Zeichen).',
  'New password is too weak!': 'Das neue Passwort ist zu schwach.',
  'Wrong password!': 'Das Passwort ist falsch.',
  'Password authentication is disabled in this organization. Log in with your browser instead.':
    'In dieser Organisation meldet man sich nicht mit einem Passwort an. Melde dich im Browser an.',
  'Your account has a second factor. Log in with your browser instead.':
    'Dein Konto hat einen zweiten Faktor. Melde dich im Browser an.',
  'Your organization requires a second factor. Set up another one before you remove this one.':
    'Deine Organisation verlangt einen zweiten Faktor. Richte einen anderen ein, bevor du diesen entfernst.',
  'The passkey could not be added. Try again.':
    'Der Passkey konnte nicht hinzugefügt werden. Versuche es noch einmal.',
  'You have {count} passkeys. Delete one that you no longer need.':
    'Du hast {count} Passkeys. Lösche einen, den du nicht mehr brauchst.',
  'No such passkey': 'Den Passkey gibt es nicht.',
  'You have no authenticator app.': 'Du hast keine Authenticator-App.',
  'You have no second factor.': 'Du hast keinen zweiten Faktor.',
  'No such session': 'Diese Sitzung gibt es nicht mehr.',
  'No such token': 'Das Token gibt es nicht mehr.',
  "No such topic '{topic}'": 'Das Thema „{topic}“ gibt es nicht.',
  "Not authorized to send to channel '{channel}'": 'In „{channel}“ darfst du nicht schreiben.',
  'Not subscribed to channel ID {id}': 'Diesen Kanal hast du nicht abonniert.',
  'Subscription does not exist': 'Das Abonnement gibt es nicht.',
  'Unable to access channel ({channels}).': 'Diese Kanäle sind dir nicht zugänglich: {channels}.',
  'You do not have permission to access some of the recipients.':
    'Einige der Personen sind dir nicht zugänglich.',
  'You do not have permission to administer this channel.': 'Du darfst diesen Kanal nicht verwalten.',
  'You do not have permission to initiate direct message conversations.':
    'Du darfst keine Gespräche mit Direktnachrichten beginnen.',
  'This conversation does not include any users who can authorize it.':
    'Zu dem Gespräch gehört niemand, der es erlauben kann.',
  'You do not have permission to post in this channel.': 'In diesem Kanal darfst du nicht schreiben.',
  'You do not have permission to use channel wildcard mentions in this channel.':
    'In diesem Kanal darfst du nicht alle erwähnen.',
  'You do not have permission to use topic wildcard mentions in this topic.':
    'In diesem Thema darfst du nicht alle erwähnen.',
  'Reaction already exists.': 'Diese Reaktion hast du schon gegeben.',
  "Reaction doesn't exist.": 'Diese Reaktion gibt es nicht mehr.',
  'Read receipts are disabled in this organization.':
    'Diese Organisation zeigt nicht, wer Nachrichten gelesen hat.',
  'Reminder does not exist': 'Die Erinnerung gibt es nicht mehr.',
  'Saved snippet does not exist.': 'Den Textbaustein gibt es nicht mehr.',
  'Scheduled delivery time must be in the future.': 'Der Zeitpunkt muss in der Zukunft liegen.',
  'Scheduled message does not exist': 'Die geplante Nachricht gibt es nicht mehr.',
  'Server is not configured to use push notification service.':
    'Der Server ist nicht für Mitteilungen auf Telefonen eingerichtet.',
  'The channel folders of this organization are too large together (limit: {limit} bytes).':
    'Die Kanalordner der Organisation sind zusammen zu groß.',
  'The channels of this organization are too large together (limit: {limit} bytes).':
    'Die Kanäle der Organisation sind zusammen zu groß.',
  'The {list} of this organization are too large together (limit: {limit} bytes).':
    'Diese Liste der Organisation ist zu groß.',
  'The directory does not answer as it should: {reason}':
    'Das Verzeichnis antwortet nicht wie erwartet: {reason}',
  'The field {field} is not valid. Enter it again, because the address has changed.':
    'Das Feld „{field}“ muss neu eingegeben werden, weil sich die Adresse geändert hat.',
  'The field {field} is not valid. {reason}': 'Das Feld „{field}“ ist nicht gültig.',
  'There is already a provider of log-ins named {name}.':
    'Einen Anmeldeanbieter namens {name} gibt es schon.',
  'There is no such provider of log-ins.': 'Den Anmeldeanbieter gibt es nicht mehr.',
  'This provider is no directory, so nobody can be compared with it.':
    'Dieser Anbieter ist kein Verzeichnis; mit ihm kann man niemanden vergleichen.',
  'An account cannot be merged into itself': 'Ein Konto kann nicht in sich selbst überführt werden.',
  'You cannot merge your own account into another one':
    'Sie können Ihr eigenes Konto nicht in ein anderes überführen.',
  'Cannot merge the only organization owner into another account':
    'Der einzige Eigentümer kann nicht in ein anderes Konto überführt werden.',
  'Another merge of this organization is not finished':
    'Eine andere Zusammenführung dieser Organisation ist noch nicht fertig.',
  'The account was merged into another one': 'Das Konto wurde in ein anderes überführt.',
  'A merge of the account is not finished': 'Eine Zusammenführung des Kontos ist noch nicht fertig.',
  "The person's data is erased already": 'Die Daten der Person sind schon gelöscht.',
  "The person's data is erased": 'Die Daten der Person sind gelöscht.',
  'Topic is not muted': 'Das Thema ist nicht stummgeschaltet.',
  'User already muted': 'Die Person ist schon stummgeschaltet.',
  'User is not muted': 'Die Person ist nicht stummgeschaltet.',
  'User has disabled synchronizing drafts.': 'Du hast das Abgleichen von Entwürfen ausgeschaltet.',
  'User not authorized to change user emails': 'Du darfst die Adressen anderer nicht ändern.',
  'User not authorized to create users': 'Du darfst keine Konten anlegen.',
  'User not authorized for this query': 'Das darfst du nicht sehen.',
  'Web-public channels are not enabled.': 'Öffentlich lesbare Kanäle sind ausgeschaltet.',
  'You cannot create more than {count} channels at once.':
    'Du kannst höchstens {count} Kanäle auf einmal anlegen.',
  'You cannot have more than {count} drafts.': 'Mehr als {count} Entwürfe sind nicht möglich.',
  'You cannot have more than {count} saved snippets.': 'Mehr als {count} Textbausteine sind nicht möglich.',
  'You cannot have more than {count} scheduled messages and reminders.':
    'Mehr als {count} geplante Nachrichten und Erinnerungen sind nicht möglich.',
  'You cannot have more than {count} alert words.': 'Mehr als {count} Signalwörter sind nicht möglich.',
  'You cannot have more than {count} {things}.': 'Mehr als {count} sind nicht möglich.',
  'You cannot mute more than {count} topics.': 'Du kannst höchstens {count} Themen stummschalten.',
  'You could not log in any more. Log in once in another way that stays, then try again.':
    'Damit könntest du dich nicht mehr anmelden. Melde dich einmal auf einem Weg an, der bleibt, und versuche es dann noch einmal.',
  'You must upload exactly one avatar.': 'Wähle genau ein Bild.',
  'You must upload exactly one file.': 'Wähle genau eine Datei.',
  'You must upload exactly one icon.': 'Wähle genau ein Symbol.',
  'You must upload exactly one logo.': 'Wähle genau ein Logo.',
  'Nothing to change': 'Es gibt nichts zu ändern.',
  'Key does not exist.': 'Den Eintrag gibt es nicht.',
  '{name} cannot be blank.': 'Dieses Feld darf nicht leer sein.',
  '{name} cannot be blank': 'Dieses Feld darf nicht leer sein.',
  'topic is too long (limit: {limit} characters)': 'Das Thema ist zu lang (höchstens {limit} Zeichen).',
  'content is too long (limit: {limit} characters)': 'Der Text ist zu lang (höchstens {limit} Zeichen).',
  'description is too long (limit: {limit} characters)':
    'Die Beschreibung ist zu lang (höchstens {limit} Zeichen).',
  'name is too long (limit: {limit} characters)': 'Der Name ist zu lang (höchstens {limit} Zeichen).',
  'title is too long (limit: {limit} characters)': 'Der Titel ist zu lang (höchstens {limit} Zeichen).',
  'status_text is too long (limit: {limit} characters)':
    'Der Status ist zu lang (höchstens {limit} Zeichen).',
  '{parameter} is too long (limit: {limit} characters)':
    '„{parameter}“ ist zu lang (höchstens {limit} Zeichen).',
  '{name} is too long (limit: {limit} characters)':
    'Dieser Text ist zu lang (höchstens {limit} Zeichen): {name}',
  '{name} is too long (limit: {limit} items)': 'Die Liste ist zu lang (höchstens {limit} Einträge).',
  '{name} is too large': 'Die Zahl ist zu groß.',
  '{name} is too small': 'Die Zahl ist zu klein.',
  'principals times subscriptions are too many (limit: {limit} at once)':
    'Das sind zu viele Abonnements auf einmal (höchstens {limit}).',
  '{color} is not a valid hex color code': 'Das ist keine Farbe.',
  '{parameter} is not {kind}': '„{parameter}“ kann diesen Wert nicht haben.',
  'Invalid {parameter}: must be {values}': '„{parameter}“ kann diesen Wert nicht haben.',
  'Invalid {parameter}': '„{parameter}“ kann diesen Wert nicht haben.',
  "Missing '{parameter}' argument": '„{parameter}“ fehlt.',
  '{parameter} field is missing': '„{parameter}“ fehlt.',
  '{parameter} is too short.': '„{parameter}“ ist zu kurz.',
  '{parameter} must not contain {what}': '„{parameter}“ enthält unzulässige Zeichen.',
  '{parameter} has too many values (limit: {limit})': '„{parameter}“ hat zu viele Werte (höchstens {limit}).',
  "Bad value for '{parameter}': {value}": '„{parameter}“ kann nicht {value} sein.',
  // Why a regular expression cannot be read, in the words of its engine.
  'error parsing regexp: missing closing ): {text}': 'Eine schließende Klammer fehlt: {text}',
  'error parsing regexp: unexpected ): {text}': 'Zu einer schließenden Klammer fehlt die öffnende: {text}',
  'error parsing regexp: missing closing ]: {text}': 'Eine schließende eckige Klammer fehlt: {text}',
  'error parsing regexp: missing argument to repetition operator: {text}':
    'Es gibt nichts zu wiederholen: {text}',
  'error parsing regexp: invalid nested repetition operator: {text}':
    'Eine Wiederholung wird wiederholt: {text}',
  'error parsing regexp: invalid or unsupported Perl syntax: {text}':
    'Diese Schreibweise wird nicht unterstützt: {text}',
  'error parsing regexp: invalid named capture: {text}': 'Der Name einer Gruppe ist nicht möglich: {text}',
  'error parsing regexp: trailing backslash at end of expression':
    'Er endet mit einem umgekehrten Schrägstrich.',
  'too large': 'Er ist zu groß.',
  // Imports of histories.
  'Other people have joined this organization, so it cannot get a history any more.':
    'Andere sind dieser Organisation beigetreten, sie kann daher keinen Verlauf mehr bekommen.',
  'People have written in this organization, so it cannot get a history any more.':
    'In dieser Organisation wurde geschrieben, sie kann daher keinen Verlauf mehr bekommen.',
  'The archive is larger than this server accepts ({limit} GiB).':
    'Das Archiv ist größer, als dieser Server annimmt ({limit} GiB).',
  'The archive is empty.': 'Das Archiv ist leer.',
  'Another import of a history has begun. Cancel it first.':
    'Ein anderer Import eines Verlaufs hat begonnen. Brich ihn zuerst ab.',
  'This organization has begun {count} imports in a day. Try again tomorrow.':
    'Diese Organisation hat an einem Tag {count} Importe begonnen. Versuche es morgen noch einmal.',
  'This server already imports {count} organizations. Try again in some hours.':
    'Dieser Server importiert schon {count} Organisationen. Versuche es in einigen Stunden noch einmal.',
  'There is no import of a history.': 'Es gibt keinen Import eines Verlaufs.',
  'The archive is not checked, or its import has begun.':
    'Das Archiv ist nicht geprüft, oder sein Import hat begonnen.',
  'The server could not finish the import. Try again later.':
    'Der Server konnte den Import nicht beenden. Versuche es später noch einmal.',
  'The server has no room for the archive. Ask its operator for help.':
    'Der Server hat keinen Platz für das Archiv. Bitte den Betreiber um Hilfe.',
  'This is no archive that can be imported: it is neither a ZIP nor a tar file.':
    'Das ist kein Archiv, das importiert werden kann: Es ist weder eine ZIP- noch eine tar-Datei.',
  // Tests of providers of log-ins.
  'it publishes no keys': 'er veröffentlicht keine Schlüssel',
  'let the provider sign ID tokens with a public key':
    'lass den Anbieter ID-Tokens mit einem öffentlichen Schlüssel signieren',
  "its clock differs from this machine's by {seconds} s":
    'seine Uhr weicht von der dieses Servers um {seconds} s ab',
  'synchronize the clock of this machine (timedatectl set-ntp true), or the one of the provider':
    'stelle die Uhr dieses Servers (timedatectl set-ntp true) oder die des Anbieters',
  'it does not offer PKCE with S256': 'er bietet PKCE mit S256 nicht an',
  'allow PKCE for the client at the provider': 'erlaube PKCE für den Client beim Anbieter',
  'it does not offer the scope email': 'er bietet den Scope email nicht an',
  'let it tell addresses to this client': 'lass ihn diesem Client Adressen nennen',
  '{issuer} answers, with {count} key': '{issuer} antwortet, mit {count} Schlüssel',
  '{issuer} answers, with {count} keys': '{issuer} antwortet, mit {count} Schlüsseln',
  'let this machine reach {address}, and write issuer as "issuer" there':
    'sorge dafür, dass dieser Server {address} erreicht, und schreibe issuer wie „issuer“ dort',
  '{host} does not know the client': '{host} kennt den Client nicht',
  'enter the client id and secret that the provider shows now':
    'gib Client-ID und Client-Geheimnis ein, die der Anbieter jetzt zeigt',
  'enter the client id and secret of the OAuth app': 'gib Client-ID und Client-Geheimnis der OAuth-App ein',
  '{host} answers and knows the client; its API is {address}':
    '{host} antwortet und kennt den Client; seine API ist {address}',
  'its metadata or address is of no use: {reason}':
    'seine Metadaten oder seine Adresse sind unbrauchbar: {reason}',
  'enter the metadata that the provider offers now, and let this machine reach its address':
    'gib die Metadaten ein, die der Anbieter jetzt anbietet, und sorge dafür, dass dieser Server seine Adresse erreicht',
  'its certificate has expired on {date}': 'sein Zertifikat ist am {date} abgelaufen',
  'enter the metadata that the provider offers now': 'gib die Metadaten ein, die der Anbieter jetzt anbietet',
  'its certificate expires in {days} days': 'sein Zertifikat läuft in {days} Tagen ab',
  'enter the new metadata once the provider offers it':
    'gib die neuen Metadaten ein, sobald der Anbieter sie anbietet',
  '{entity} answers, and its certificate is valid for {days} days':
    '{entity} antwortet, und sein Zertifikat gilt noch {days} Tage',
  'it has neither a secret nor a usable public key':
    'es hat weder ein Geheimnis noch einen brauchbaren öffentlichen Schlüssel',
  'enter the secret that it signs with, or its public key':
    'gib das Geheimnis ein, mit dem es signiert, oder seinen öffentlichen Schlüssel',
  '{host} answers; tokens are signed by {algorithms}':
    '{host} antwortet; Tokens werden mit {algorithms} signiert',
  'this server does not reach {host}: {reason}': 'dieser Server erreicht {host} nicht: {reason}',
  'browsers may reach it all the same; try to log in':
    'Browser erreichen es vielleicht trotzdem; versuche, dich anzumelden',
  '{host} answers; a log-in shows whether bind_as fits':
    '{host} antwortet; eine Anmeldung zeigt, ob bind_as stimmt',
  'it finds nobody below {base}': 'es findet niemanden unter {base}',
  'correct base_dn and people_filter, or let bind_dn read the people there':
    'berichtige base_dn und people_filter, oder lass bind_dn die Leute dort lesen',
  'no person has an attribute that identifies the person for ever':
    'niemand hat ein Attribut, das die Person für immer bezeichnet',
  'let bind_dn read entryUUID or objectGUID, or enter another id_attribute':
    'lass bind_dn entryUUID oder objectGUID lesen, oder gib ein anderes id_attribute ein',
  'no person has the attribute {attribute}': 'niemand hat das Attribut {attribute}',
  'enter the attribute with the address as email_attribute, or let bind_dn read it':
    'gib das Attribut mit der Adresse als email_attribute ein, oder lass bind_dn es lesen',
  '{host} answers, and people are found': '{host} antwortet, und Leute werden gefunden',
  'it lets nobody search without an account': 'es lässt niemanden ohne Konto suchen',
  'enter bind_dn and bind_password': 'gib bind_dn und bind_password ein',
  'it refuses bind_dn': 'es weist bind_dn ab',
  'correct bind_dn and bind_password': 'berichtige bind_dn und bind_password',
  'it has no base_dn': 'base_dn gibt es dort nicht',
  'correct base_dn': 'berichtige base_dn',
  'the certificate of {host} is not trusted: {reason}':
    'dem Zertifikat von {host} wird nicht vertraut: {reason}',
  'enter the certificate of its authority, and the name that its certificate has':
    'gib das Zertifikat seiner Zertifizierungsstelle ein und den Namen, den sein Zertifikat hat',
  '{host} is of no use: {reason}': '{host} ist unbrauchbar: {reason}',
  'let this machine reach it': 'sorge dafür, dass dieser Server es erreicht',
  'let this machine reach it, and look at starttls':
    'sorge dafür, dass dieser Server es erreicht, und prüfe starttls',
  'let this machine reach {address}': 'sorge dafür, dass dieser Server {address} erreicht',
}

/** A text of the server that people read as it comes, in English. */
export type ServerText = keyof typeof GERMAN_ERRORS

/** The sentences of the server's pages in German, by the English ones. */
export const GERMAN = {
  // Every page.
  'Skip to content': 'Zum Inhalt springen',
  Help: 'Hilfe',
  Language: 'Sprache',
  'Open {name}': '{name} öffnen',
  'Continue to {name}': 'Weiter zu {name}',
  'Go on': 'Weiter',
  'Begin again': 'Neu beginnen',

  // Logging in.
  'Log in': 'Anmelden',
  'Log out': 'Abmelden',
  'Log in as {name}': 'Als {name} anmelden',
  'Log in another way': 'Anders anmelden',
  'Log in with your browser': 'Im Browser anmelden',
  'Back to the log-in page': 'Zurück zur Anmeldeseite',
  'Forgot your password?': 'Passwort vergessen?',
  'Read public channels without an account': 'Öffentliche Kanäle ohne Konto lesen',
  'Without a password': 'Ohne Passwort',
  'This is a development server: one click logs you in.':
    'Das ist ein Entwicklungsserver: Ein Klick meldet dich an.',
  owner: 'Eigentümer',
  administrator: 'Administrator',
  moderator: 'Moderator',
  member: 'Mitglied',
  guest: 'Gast',
  'Going to the log-in page': 'Weiter zur Anmeldeseite',
  'You are not logged in': 'Du bist nicht angemeldet',
  'You need an invitation': 'Du brauchst eine Einladung',
  'Ask one of its members for an invitation, then log in with {name} again.':
    'Bitte ein Mitglied um eine Einladung und melde dich dann noch einmal mit {name} an.',
  'The browser did not get a passkey. Try again, or log in another way.':
    'Der Browser hat keinen Passkey bekommen. Versuche es noch einmal oder melde dich anders an.',

  // An owner tries a provider.
  'Try to log in with {name}': 'Anmeldung mit {name} ausprobieren',
  'Log in at {name} as the person whom you want to try.':
    'Melde dich bei {name} als die Person an, die du ausprobieren möchtest.',
  'Nothing changes: no account is made, and nobody is logged in.':
    'Es ändert sich nichts: Kein Konto entsteht und niemand wird angemeldet.',
  'You then see who it is for this server, which account the person would get, and what would have changed.':
    'Danach siehst du, wen dieser Server erkennt, welches Konto die Person bekäme und was sich geändert hätte.',
  'This person would have been logged in.': 'Diese Person wäre angemeldet worden.',
  'This person would not have been logged in:': 'Diese Person wäre nicht angemeldet worden:',
  'The server has found:': 'Der Server hat festgestellt:',
  'What {name} says': 'Was {name} sagt',
  'What would have happened here': 'Was hier geschehen wäre',
  'Nothing has been changed.': 'Es wurde nichts geändert.',
  'Try again': 'Noch einmal versuchen',
  'Trial of {name}': 'Probe mit {name}',
  Identifier: 'Kennung',
  Provider: 'Anbieter',
  Account: 'Konto',
  Role: 'Rolle',
  'New name': 'Neuer Name',
  'Joins the groups': 'Tritt Gruppen bei',
  'Leaves the groups': 'Verlässt Gruppen',
  'Profile fields': 'Profilfelder',
  'Next step': 'Nächster Schritt',
  none: 'keiner',
  'none that is confirmed': 'keine bestätigte',
  empty: 'leer',
  'the second factor of this account': 'der zweite Faktor dieses Kontos',
  'the account of {name} ({email}), which belongs to this person since an earlier log-in':
    'das Konto von {name} ({email}), das dieser Person seit einer früheren Anmeldung gehört',
  'the account of {name} ({email}), which has the confirmed address':
    'das Konto von {name} ({email}), das die bestätigte Adresse hat',
  'a new account for {name} ({email})': 'ein neues Konto für {name} ({email})',
  'The provider gives the only owner another role. The owner stays owner.':
    'Der Anbieter gibt dem einzigen Eigentümer eine andere Rolle. Der Eigentümer bleibt Eigentümer.',
  'The provider does not say which groups the person has. Roles and groups stay as they are.':
    'Der Anbieter sagt nicht, welche Gruppen die Person hat. Rollen und Gruppen bleiben, wie sie sind.',
  'There is no group {name} here.': 'Eine Gruppe {name} gibt es hier nicht.',
  'There is no profile field {name} here, or it does not take this value.':
    'Ein Profilfeld {name} gibt es hier nicht, oder es nimmt diesen Wert nicht.',

  // Apps.
  'Log in to the app': 'In der App anmelden',
  'Log in to a program': 'In einem Programm anmelden',
  'Log in to the program': 'Im Programm anmelden',
  'The eight letters that the program shows.': 'Die acht Buchstaben, die das Programm zeigt.',
  'There is no such code. It is valid for ten minutes, and once.':
    'Diesen Code gibt es nicht. Er gilt zehn Minuten lang und einmal.',
  'A program ({device}, from the address {address}) wants to log in as {name} ({email}). It can then do everything that you can do.':
    'Ein Programm ({device}, von der Adresse {address}) möchte sich als {name} ({email}) anmelden. Es kann dann alles tun, was du tun kannst.',
  'Continue only if you have just started it yourself.':
    'Fahre nur fort, wenn du es gerade selbst gestartet hast.',
  Continue: 'Weiter',
  Deny: 'Ablehnen',
  'The program is logged in': 'Das Programm ist angemeldet',
  'The program is not logged in': 'Das Programm ist nicht angemeldet',
  'You can close this page.': 'Du kannst diese Seite schließen.',
  'An app on this device wants to log in as {name} ({email}). Continue only if you started this in the app.':
    'Eine App auf diesem Gerät möchte sich als {name} ({email}) anmelden. Fahre nur fort, wenn du das in der App begonnen hast.',
  'Your browser opens. Log in there, and copy the token that it shows.':
    'Dein Browser öffnet sich. Melde dich dort an und kopiere den Code, den er zeigt.',
  'Open the browser again': 'Den Browser noch einmal öffnen',
  Token: 'Code',
  'The browser shows it once you are logged in.': 'Der Browser zeigt ihn, sobald du angemeldet bist.',
  'This is not the token for this app. Copy it again.':
    'Das ist nicht der Code für diese App. Kopiere ihn noch einmal.',
  'Finish in the app': 'In der App abschließen',
  'Copy this token, go back to the app, and paste it there. It works once, and for a minute.':
    'Kopiere diesen Code, geh zurück zur App und füge ihn dort ein. Er gilt einmal und eine Minute lang.',
  Copy: 'Kopieren',
  'Copied. Go back to the app.': 'Kopiert. Geh zurück zur App.',
  'Go on in the browser instead': 'Stattdessen im Browser weitermachen',
  'This log-in has ended': 'Diese Anmeldung ist beendet',
  'It works once, and for a minute. Begin again in the app.':
    'Sie gilt einmal und eine Minute lang. Beginne in der App neu.',

  // The second factor.
  'Second step': 'Zweiter Schritt',
  'Logging in as {email}.': 'Anmeldung als {email}.',
  Code: 'Code',
  'The six digits that your authenticator app shows, or one of your recovery codes.':
    'Die sechs Ziffern, die deine Authenticator-App zeigt, oder einer deiner Wiederherstellungscodes.',
  'One of your recovery codes, if you do not have your passkey.':
    'Einer deiner Wiederherstellungscodes, wenn du deinen Passkey nicht hast.',
  'Use a passkey': 'Einen Passkey verwenden',
  'Set up a second factor': 'Einen zweiten Faktor einrichten',
  'Your organization requires a second factor. Scan this code with an authenticator app, and enter the six digits that the app then shows.':
    'Deine Organisation verlangt einen zweiten Faktor. Scanne diesen Code mit einer Authenticator-App und gib die sechs Ziffern ein, die sie dann zeigt.',
  'Without a camera, enter this secret in the app: {secret}':
    'Ohne Kamera gibst du dieses Geheimnis in der App ein: {secret}',
  'Keep your recovery codes': 'Bewahre deine Wiederherstellungscodes auf',
  'Your authenticator app is set up.': 'Deine Authenticator-App ist eingerichtet.',
  'Each of these codes replaces the app once. Keep them where you find them without this device. They are shown only now.':
    'Jeder dieser Codes ersetzt die App einmal. Bewahre sie dort auf, wo du sie ohne dieses Gerät findest. Sie werden nur jetzt gezeigt.',

  // A new account, and its fields.
  Name: 'Name',
  Password: 'Passwort',
  'E-mail address': 'E-Mail-Adresse',
  'Other people will see this name.': 'Andere sehen diesen Namen.',
  'At least {count} characters; several words are easy to remember and hard to guess.':
    'Mindestens {count} Zeichen; mehrere Wörter sind leicht zu merken und schwer zu raten.',
  'Time zone': 'Zeitzone',
  'Not specified': 'Nicht angegeben',
  'Channels to join': 'Kanäle, denen du beitrittst',
  Join: 'Beitreten',
  '{name} invited you.': '{name} hat dich eingeladen.',
  'Log in with your account at the company. No password is needed here.':
    'Melde dich mit deinem Konto bei der Firma an. Hier brauchst du kein Passwort.',
  'You are joining {name} as {email}.': 'Du trittst {name} als {email} bei.',
  'Already have an account? {log_in}.': 'Hast du schon ein Konto? {log_in}.',
  'We will send you a link to join.': 'Wir schicken dir einen Link zum Beitreten.',
  'Send link': 'Link schicken',
  'Check your email': 'Sieh in deine E-Mails',
  'We have sent a link to {email}. Open it to join.':
    'Wir haben einen Link an {email} geschickt. Öffne ihn, um beizutreten.',
  'If the address has an account here, no link is sent: {log_in}, or {choose_a_new_password}.':
    'Hat die Adresse hier schon ein Konto, wird kein Link geschickt: {log_in} oder {choose_a_new_password}.',
  'log in': 'melde dich an',
  'choose a new password': 'wähle ein neues Passwort',
  'This link has been used': 'Dieser Link wurde schon benutzt',
  'A link like this creates one account. If the account is yours, log in. If not, ask for a new invitation.':
    'Ein solcher Link erstellt ein Konto. Ist es deins, melde dich an. Wenn nicht, bitte um eine neue Einladung.',
  'This invitation has been revoked': 'Diese Einladung wurde zurückgezogen',
  'Somebody has taken it back. Ask the person who sent it to you for a new one.':
    'Jemand hat sie zurückgenommen. Bitte die Person, die sie dir geschickt hat, um eine neue.',
  'This link has expired': 'Dieser Link ist abgelaufen',
  'Links to join are valid for a limited time. Ask the person who sent it to you for a new one.':
    'Links zum Beitreten gelten nur eine Zeit lang. Bitte die Person, die ihn dir geschickt hat, um einen neuen.',
  'This link does not exist': 'Diesen Link gibt es nicht',
  'Check that you copied all of it, or ask for a new one.':
    'Prüfe, ob du ihn ganz kopiert hast, oder bitte um einen neuen.',
  'This link belongs to another organization': 'Dieser Link gehört zu einer anderen Organisation',
  'Open it at the address that the invitation names.':
    'Öffne ihn unter der Adresse, die in der Einladung steht.',
  'This organization now requires an invitation. Ask one of its members for one.':
    'Diese Organisation verlangt jetzt eine Einladung. Bitte eins ihrer Mitglieder darum.',

  // Passwords and addresses.
  'Choose a new password': 'Ein neues Passwort wählen',
  'New password': 'Neues Passwort',
  'Change password': 'Passwort ändern',
  'For the account {email}.': 'Für das Konto {email}.',
  'We will send a link to the email address of your account.':
    'Wir schicken einen Link an die E-Mail-Adresse deines Kontos.',
  'If {email} has an account here, we have sent a link to it.':
    'Wenn {email} hier ein Konto hat, haben wir einen Link dorthin geschickt.',
  'Your password has been changed': 'Dein Passwort ist geändert',
  'All your browsers have been logged out.': 'Alle deine Browser sind abgemeldet.',
  'Request a new link': 'Einen neuen Link anfordern',
  'This link is no longer valid': 'Dieser Link gilt nicht mehr',
  'This link has been used, or your password has changed since we sent it.':
    'Dieser Link wurde schon benutzt, oder dein Passwort hat sich seitdem geändert.',
  'This link has expired.': 'Dieser Link ist abgelaufen.',
  'This link does not exist. Check that you copied all of it.':
    'Diesen Link gibt es nicht. Prüfe, ob du ihn ganz kopiert hast.',
  'Use {email} for your account in {name}?': '{email} für dein Konto in {name} verwenden?',
  'Confirm email address': 'E-Mail-Adresse bestätigen',
  'Confirm your new email address': 'Bestätige deine neue E-Mail-Adresse',
  'Your email address is confirmed': 'Deine E-Mail-Adresse ist bestätigt',
  'Your email address is now {email}.': 'Deine E-Mail-Adresse ist jetzt {email}.',
  'This link has been used. Your email address is confirmed.':
    'Dieser Link wurde schon benutzt. Deine E-Mail-Adresse ist bestätigt.',
  'This link has expired. Request the change of your email address again.':
    'Dieser Link ist abgelaufen. Fordere die Änderung deiner E-Mail-Adresse noch einmal an.',
  'This link does not exist. Check that you copied all of it, and that we have not sent you a newer one.':
    'Diesen Link gibt es nicht. Prüfe, ob du ihn ganz kopiert hast und ob wir dir keinen neueren geschickt haben.',

  // Mails and calls.
  Unsubscribe: 'Abbestellen',
  Unsubscribed: 'Abbestellt',
  '{name} sends these emails to {email}.': '{name} schickt diese E-Mails an {email}.',
  'You will no longer get these emails from {name}.': 'Du bekommst diese E-Mails von {name} nicht mehr.',
  'You can turn them on again in your settings, in any app.':
    'In deinen Einstellungen kannst du sie wieder einschalten, in jeder App.',
  'Video call': 'Videoanruf',
  'Your Zoom account is connected': 'Dein Zoom-Konto ist verbunden',
  'You can close this window and start the call again.':
    'Du kannst dieses Fenster schließen und den Anruf noch einmal starten.',

  // A new organization.
  'Create an organization': 'Eine Organisation erstellen',
  'Create organization': 'Organisation erstellen',
  'Name of the organization': 'Name der Organisation',
  Address: 'Adresse',
  'The part before .{host}: letters, digits and hyphens.':
    'Der Teil vor .{host}: Buchstaben, Ziffern und Bindestriche.',
  'Leave it empty to use {host} itself.': 'Leer bedeutet {host} selbst.',
  Owner: 'Eigentümer',
  '{name} is ready': '{name} ist bereit',
  'You are its owner.': 'Du bist Eigentümer.',
  'Bring your history from another product': 'Verlauf aus einem anderen Produkt mitbringen',
  'Later, log in at {address}.': 'Später meldest du dich unter {address} an.',
  'This link has been used to create an organization.':
    'Mit diesem Link wurde schon eine Organisation erstellt.',
  'This link has expired. Ask the operator of the server for a new one.':
    'Dieser Link ist abgelaufen. Bitte den Betreiber des Servers um einen neuen.',
  'No organization here yet': 'Hier gibt es noch keine Organisation',
  'If you look for your organization, open the address in your invitation.':
    'Suchst du deine Organisation, öffne die Adresse in deiner Einladung.',
  'Anybody may create one on this server.': 'Auf diesem Server darf jeder eine erstellen.',
  'If you operate this server, run this command on it. It prints a link that creates an organization, with you as its owner.':
    'Betreibst du diesen Server, führe dort diesen Befehl aus. Er gibt einen Link aus, der eine Organisation mit dir als Eigentümer erstellt.',
  'From the source code: {command}. The link is valid for {days} days.':
    'Aus dem Quelltext: {command}. Der Link gilt {days} Tage.',

  // Errors.
  'No organization here': 'Hier gibt es keine Organisation',
  'This organization is closed': 'Diese Organisation ist geschlossen',
  'Please log in': 'Bitte melde dich an',
  'Not allowed': 'Nicht erlaubt',
  'Page not found': 'Seite nicht gefunden',
  'No longer available': 'Nicht mehr verfügbar',
  'Too many attempts': 'Zu viele Versuche',
  'Something went wrong': 'Etwas ist schiefgegangen',
  'Not available right now': 'Gerade nicht verfügbar',
  'This form has expired, or your browser blocks cookies. Go back, reload the page, and submit the form again.':
    'Dieses Formular ist abgelaufen, oder dein Browser blockiert Cookies. Geh zurück, lade die Seite neu und schicke das Formular noch einmal ab.',
  'There is no organization at this address. Check the spelling.':
    'Unter dieser Adresse gibt es keine Organisation. Prüfe die Schreibweise.',
  'This organization has been deactivated. The operator of this server can open it again.':
    'Diese Organisation wurde deaktiviert. Der Betreiber dieses Servers kann sie wieder öffnen.',
  'Ask an administrator of the organization, or whoever sent you the address.':
    'Frage einen Administrator der Organisation oder wer dir die Adresse geschickt hat.',
  'Too many attempts. Wait a while before you try again.':
    'Zu viele Versuche. Warte eine Weile, bevor du es noch einmal versuchst.',
  'The server made a mistake, which its log explains to the operator. Nothing that you did is wrong.':
    'Der Server hat einen Fehler gemacht, den sein Protokoll dem Betreiber erklärt. Du hast nichts falsch gemacht.',
  'Reload the page. If the mistake stays, tell the operator of this server.':
    'Lade die Seite neu. Bleibt der Fehler, sage es dem Betreiber dieses Servers.',
} as const satisfies Readonly<Record<string, string>>

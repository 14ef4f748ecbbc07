/**
 * Texts of the server that its pages show as they come, in German: messages of errors and texts of log-in
 * methods. `{name}` stands for any text.
 */
export const GERMAN_ERRORS: Readonly<Record<string, string>> = {
  // Log-in methods.
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
  'There is no account for {email} here. Ask an administrator for an account.':
    'Für {email} gibt es hier kein Konto. Bitte einen Administrator um ein Konto.',
  'The account of {email} belongs to another person at {provider}. Ask an administrator for help.':
    'Das Konto von {email} gehört bei {provider} einer anderen Person. Bitte einen Administrator um Hilfe.',
  'Invalid OTP': 'Das Geheimnis der App ist fehlerhaft.',
  "Can't use both mobile_flow_otp and desktop_flow_otp together.":
    'Die Adresse nennt die Geheimnisse zweier Apps.',

  // New accounts and organizations.
  'This organization requires an invitation to join.':
    'Um dieser Organisation beizutreten, brauchst du eine Einladung.',
  'Already has an account.': 'Dazu gibt es schon ein Konto.',
  'Email is already in use.': 'Die E-Mail-Adresse ist schon in Gebrauch.',
  'Invalid address.': 'Das ist keine gültige Adresse.',
  'Reserved for users who hide their address.':
    'Diese Adresse ist Personen vorbehalten, die ihre Adresse verbergen.',
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

  // Whole pages.
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
}

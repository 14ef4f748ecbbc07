import type { ServerText } from './de.ts'

/** Texts of the server that people read as they come, in French, by the English ones. */
export const FRENCH_ERRORS: Readonly<Record<ServerText, string>> = {
  // Pages.
  'Log in with {provider}': 'Se connecter avec {provider}',
  'User name or e-mail address': 'Nom d’utilisateur ou adresse e-mail',
  'Log in with a passkey': 'Se connecter avec une clé d’accès',
  'Your username or password is incorrect': 'L’adresse e-mail ou le mot de passe est incorrect.',
  'Account is deactivated': 'Le compte est désactivé.',
  'The code is wrong or has been used.': 'Le code est erroné ou a déjà été utilisé.',
  'The set-up has expired. Begin again.': 'La configuration a expiré. Recommencez.',
  'The code does not belong to this secret.': 'Le code ne correspond pas à ce secret.',
  'The passkey was not accepted. Try again.': 'La clé d’accès n’a pas été acceptée. Réessayez.',
  'Your organization requires a second factor. Log in with your browser to set it up.':
    'Votre organisation exige un second facteur. Connectez-vous avec votre navigateur pour le configurer.',
  'Your organization requires you to log in with {names}.':
    'Votre organisation exige que vous vous connectiez avec {names}.',
  'Your organization does not allow this way to log in.':
    'Votre organisation n’autorise pas cette façon de se connecter.',
  'This log-in has expired, or it began in another browser. Begin again.':
    'Cette connexion a expiré ou a commencé dans un autre navigateur. Recommencez.',
  '{provider} does not answer as it should. Try again later, or log in another way.':
    '{provider} ne répond pas comme prévu. Réessayez plus tard ou connectez-vous autrement.',
  'This message of {provider} ends no session.': 'Ce message de {provider} ne met fin à aucune session.',
  '{provider} did not log you in.': '{provider} ne vous a pas connecté.',
  '{provider} does not say that your e-mail address is confirmed. Confirm it there, then log in again.':
    '{provider} n’indique pas que votre adresse e-mail est confirmée. Confirmez-la là-bas, puis reconnectez-vous.',
  '{provider} does not tell your e-mail address. Add it there, or ask an administrator for help, then log in again.':
    '{provider} ne communique pas votre adresse e-mail. Ajoutez-la là-bas ou demandez de l’aide à un administrateur, puis reconnectez-vous.',
  'There is no account for {email} here. Ask an administrator for an account.':
    'Il n’y a pas de compte pour {email} ici. Demandez-en un à un administrateur.',
  'The account of {email} is not joined to {provider}. Log in another way, or ask an administrator for help.':
    'Le compte de {email} n’est pas relié à {provider}. Connectez-vous autrement ou demandez de l’aide à un administrateur.',
  'The account of {email} belongs to another person at {provider}. Ask an administrator for help.':
    'Le compte de {email} appartient à une autre personne chez {provider}. Demandez de l’aide à un administrateur.',
  'Invalid OTP': 'Le secret de l’application est incorrect.',
  "Can't use both mobile_flow_otp and desktop_flow_otp together.":
    'L’adresse contient les secrets de deux applications.',
  'This organization requires an invitation to join.':
    'Il faut une invitation pour rejoindre cette organisation.',
  'Already has an account.': 'Un compte existe déjà.',
  'Email is already in use.': 'L’adresse e-mail est déjà utilisée.',
  'Invalid address.': 'L’adresse n’est pas valide.',
  'Reserved for users who hide their address.':
    'Cette adresse est réservée aux personnes qui masquent la leur.',
  'Email addresses containing + are not allowed in this organization':
    'Les adresses avec + ne sont pas autorisées dans cette organisation.',
  'Disposable email addresses are not allowed in this organization':
    'Les adresses jetables ne sont pas autorisées dans cette organisation.',
  'Email addresses containing + are not allowed.':
    'Les adresses e-mail qui contiennent + ne sont pas autorisées.',
  'Outside your domain.': 'L’adresse n’appartient à aucun domaine de l’organisation.',
  'Please use your real email address.': 'Utilisez votre vraie adresse e-mail.',
  'Name too long!': 'Le nom est trop long.',
  'Name too short!': 'Le nom est trop court.',
  'Invalid characters in name!': 'Le nom contient des caractères interdits.',
  'Invalid format!': 'Le nom a une forme interdite.',
  'Unique names required in this organization.': 'Dans cette organisation, chaque nom doit être unique.',
  'At most {count} characters.': '{count} caractères au plus.',
  'At least {count} characters.': '{count} caractères au moins.',
  'This password is easy to guess. Choose a longer one.':
    'Ce mot de passe est facile à deviner. Choisissez-en un plus long.',
  'The password is too weak.': 'Le mot de passe est trop faible.',
  'Enter a name.': 'Saisissez un nom.',
  'Choose another address.': 'Choisissez une autre adresse.',
  'This is not an email address.': 'Ce n’est pas une adresse e-mail.',
  'Organization name is too long (limit: {limit} characters)':
    'Le nom de l’organisation est trop long ({limit} caractères au plus).',
  'Organization name cannot be empty.': 'Le nom de l’organisation ne peut pas être vide.',
  'Subdomain can only have letters, digits and inner hyphens.':
    'L’adresse ne peut contenir que des lettres, des chiffres et, entre eux, des traits d’union.',
  'Invalid host name.': 'Le nom d’hôte n’est pas valide.',
  'Subdomain or host name already in use. Please choose a different one.':
    'L’adresse est déjà prise. Choisissez-en une autre.',
  'You need a link from the operator of this server to create an organization.':
    'Pour créer une organisation, il vous faut un lien de l’exploitant de ce serveur.',
  'There is nothing at this address. Check the spelling.':
    'Il n’y a rien à cette adresse. Vérifiez l’orthographe.',
  'This page does not take such requests.': 'Cette page n’accepte pas de telles requêtes.',
  'Text must not contain null bytes.': 'Le texte ne doit pas contenir d’octets nuls.',
  'This link to unsubscribe is not one of ours, or is no longer valid.':
    'Ce lien de désabonnement n’est pas de nous ou n’est plus valable.',
  'Invalid confirmation link': 'Ce lien n’est pas valable.',
  'Invalid signature.': 'Ce lien d’appel n’est pas valable.',
  'BigBlueButton is not configured.': 'BigBlueButton n’est pas configuré.',
  'Error connecting to the BigBlueButton server.': 'Le serveur BigBlueButton est injoignable.',
  'Error authenticating to the BigBlueButton server.': 'Le serveur BigBlueButton refuse l’authentification.',
  'BigBlueButton server returned an unexpected error.':
    'Le serveur BigBlueButton signale une erreur inattendue.',
  'Zoom is not configured.': 'Zoom n’est pas configuré.',
  'Zoom cannot be reached, or answers unexpectedly.': 'Zoom est injoignable ou répond de façon inattendue.',
  'Zoom accepts no more requests now. Try again later.':
    'Zoom n’accepte plus de requêtes pour l’instant. Réessayez plus tard.',
  'This visit to Zoom was begun by somebody else, or is too old.':
    'Cette visite chez Zoom a été commencée par quelqu’un d’autre, ou elle est trop ancienne.',
  'Zoom did not connect your account.': 'Zoom n’a pas relié votre compte.',
  'Must be an organization administrator': 'Il faut être administrateur de l’organisation.',
  'Must be an organization owner': 'Il faut être propriétaire de l’organisation.',
  'Request body is too large (limit: {limit} bytes)': 'La requête est trop grande ({limit} octets au plus).',
  'Sessions are unavailable, try again': 'Les connexions sont impossibles pour l’instant, réessayez.',
  'The web client is not built. Run `npm run build` and start the gateway again.':
    'L’application web n’est pas construite. Lancez `npm run build` et redémarrez la passerelle.',
  // Answers of the API.
  'API usage exceeded rate limit': 'Trop de requêtes. Patientez un moment.',
  'Internal server error': 'Une erreur s’est produite sur le serveur.',
  'The server receives too much at the moment. Try again in a moment.':
    'Le serveur reçoit trop de données pour l’instant. Réessayez dans un instant.',
  'The server cannot do this right now. Try again in a moment.':
    'Le serveur ne peut pas le faire pour l’instant. Réessayez dans un instant.',
  'Files cannot be reached at the moment.': 'Les fichiers sont inaccessibles pour l’instant.',
  'Not logged in: API authentication or user session required': 'Vous n’êtes pas connecté.',
  'Not allowed for guest users': 'Les invités n’y sont pas autorisés.',
  'Insufficient permission': 'Vous n’avez pas l’autorisation nécessaire.',
  '"code" should be the only variable present in the URL template':
    'L’adresse ne doit contenir que la variable « code ».',
  'Missing the required variable "code" in the URL template':
    'Il manque la variable « code » dans l’adresse.',
  "'{name}' must be a system user group.": 'Seul un groupe prédéfini est possible ici.',
  "'{setting}' setting cannot be set to '{group}' group.": 'Ce groupe n’est pas possible ici.',
  "'{channel}' is a default channel and cannot be added to '{group}'":
    '« {channel} » est un canal par défaut et ne peut pas faire partie de « {group} ».',
  "'{value}' is not a valid choice for '{name}'.": '« {value} » n’est pas un choix possible pour « {name} ».',
  "'old' value does not match the expected value.":
    'Quelqu’un l’a modifié entre-temps. Rechargez la page et réessayez.',
  "'prev_content_sha256' value does not match the expected value.": 'Le message a été modifié entre-temps.',
  "'{email}' is no longer using Loquat.": '{email} n’utilise plus Loquat.',
  "'value' cannot be blank.": 'La valeur ne peut pas être vide.',
  'A bot stores at most {entries} keys and, keys and values together, {bytes} bytes.':
    'Un bot enregistre au plus {entries} clés et, valeurs comprises, {bytes} octets.',
  'A custom emoji with this name already exists.': 'Un émoji de ce nom existe déjà.',
  'A default channel cannot be private.': 'Un canal par défaut ne peut pas être privé.',
  'Private channels cannot be made default.':
    'Les canaux privés ne peuvent pas devenir des canaux par défaut.',
  'A field with that label already exists.': 'Un champ de ce nom existe déjà.',
  'A moderation request channel cannot be public.': 'Le canal des signalements ne peut pas être public.',
  'Moderation request channel must be specified to enable message reporting.':
    'Pour permettre les signalements, choisissez d’abord un canal qui les reçoit.',
  'A status ends in the future, within {days} days.':
    'Un statut se termine dans le futur, sous {days} jours.',
  'An explanation is required when the reason is not one of the others.':
    'Si aucune autre raison ne convient, une explication est nécessaire.',
  'An organization has at most {count} tokens.': 'Une organisation a au plus {count} jetons.',
  'At least one authentication method must be enabled.': 'Au moins un moyen de connexion doit rester activé.',
  'Avatar changes are disabled in this organization.':
    'Dans cette organisation, on ne peut pas changer son image.',
  'Bad name or username': 'Le nom n’est pas possible.',
  'Bad regular expression: {reason}': 'L’expression régulière est incorrecte : {reason}',
  "Bad value for 'message_retention_days': {value}":
    '{value} n’est pas possible comme durée de conservation.',
  '{parameter} is not a date': '« {parameter} » doit être une date.',
  '{parameter} is not a URL': '« {parameter} » doit être une adresse web.',
  '{name} is not a date': '{name} n’est pas une date.',
  '{name} is not a URL': '{name} n’est pas une adresse web.',
  'Built-in views cannot have a custom name': 'Les vues intégrées ne peuvent pas être renommées.',
  'Custom views must have a valid name.': 'Les vues personnelles doivent avoir un nom.',
  'Navigation view already exists.': 'Cette vue existe déjà.',
  'Navigation view does not exist.': 'Cette vue n’existe pas.',
  'Cannot change message content while changing channel':
    'On ne peut pas changer le texte et le canal en même temps.',
  'Cannot deactivate the only organization owner': 'On ne peut pas désactiver l’unique propriétaire.',
  "You can't deactivate the only organization owner.": 'On ne peut pas désactiver l’unique propriétaire.',
  'Cannot erase the only organization owner': 'On ne peut pas effacer l’unique propriétaire.',
  'The owner permission cannot be removed from the only organization owner.':
    'L’unique propriétaire doit rester propriétaire.',
  'Cannot deactivate user group in use.': 'Le groupe est encore utilisé.',
  'Cannot mute self': 'On ne peut pas se mettre soi-même en sourdine.',
  'Cannot send to multiple channels': 'Un message ne va que dans un seul canal.',
  'Cannot store configuration. Request would require {size} characters. The current configuration size limit is {limit} characters.':
    'La configuration est trop grande : {size} caractères, {limit} au plus.',
  "Channel '{channel}' is already present in default channel group '{group}'":
    'Le canal « {channel} » est déjà dans « {group} ».',
  "Channel '{channel}' is not present in default channel group '{group}'":
    'Le canal « {channel} » n’est pas dans « {group} ».',
  "Channel '{channel}' already exists": 'Le canal « {channel} » existe déjà.',
  "Channel '{channel}' does not exist": 'Le canal « {channel} » n’existe pas.',
  "Channel with ID '{id}' does not exist": 'Le canal n’existe pas.',
  'Channel already has that name.': 'Le canal porte déjà ce nom.',
  'Channel content access is required.': 'Il faut pour cela pouvoir lire le canal.',
  'Channel folder name already in use': 'Un dossier de ce nom existe déjà.',
  "Channel folder name can't be empty.": 'Le dossier doit avoir un nom.',
  'Channel is already archived.': 'Le canal est déjà archivé.',
  "Channel name can't be empty.": 'Le canal doit avoir un nom.',
  'Channel name too long (limit: {limit} characters).':
    'Le nom du canal est trop long ({limit} caractères au plus).',
  'Default channel group name too long (limit: {limit} characters)':
    'Le nom du groupe de canaux est trop long ({limit} caractères au plus).',
  "Default channel group '{group}' already exists": 'Le groupe de canaux « {group} » existe déjà.',
  "Default channel group with id '{id}' does not exist.": 'Le groupe de canaux n’existe pas.',
  "This default channel group is already named '{group}'": 'Le groupe de canaux s’appelle déjà « {group} ».',
  "Invalid default channel group name '{group}'":
    '« {group} » n’est pas possible comme nom d’un groupe de canaux.',
  'Confirm who you are in your browser first.': 'Confirmez d’abord votre identité dans votre navigateur.',
  'Content cannot be empty.': 'Le texte ne peut pas être vide.',
  'Title cannot be empty.': 'Le titre ne peut pas être vide.',
  'Message must not be empty': 'Le message est vide.',
  'Message must have recipients!': 'Le message doit avoir des destinataires.',
  'Could not decode image; did you upload an image file?':
    'L’image est illisible. Le fichier est-il bien une image ?',
  'Image size exceeds limit.': 'L’image a trop de pixels.',
  'Custom external account must define URL pattern': 'Le compte doit avoir un modèle d’adresse.',
  "URL pattern must contain '%(username)s'.": 'Le modèle d’adresse doit contenir « %(username)s ».',
  'Data deletion time must be at least {days} days in the future.':
    'Les données peuvent être supprimées au plus tôt dans {days} jours.',
  'Data deletion time must be at most {days} days in the future.':
    'Les données peuvent être supprimées au plus tard dans {days} jours.',
  'Default custom field cannot be updated.': 'Un champ prédéfini ne peut pas être modifié.',
  'Direct messages are disabled in this organization.':
    'Les messages directs sont désactivés dans cette organisation.',
  'Direct messages cannot be moved to channels.':
    'Les messages directs ne peuvent pas être déplacés vers des canaux.',
  'Direct messages cannot have topics.': 'Les messages directs n’ont pas de sujet.',
  'Draft does not exist': 'Le brouillon n’existe plus.',
  "Email '{email}' not allowed in this organization": '{email} n’est pas autorisée dans cette organisation.',
  'Email address changes are disabled in this organization.':
    'Dans cette organisation, on ne peut pas changer son adresse e-mail.',
  "Emoji '{name}' does not exist": 'L’émoji « {name} » n’existe pas.',
  'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.':
    'Les noms d’émojis ne contiennent que des minuscules de a à z, des chiffres, des espaces, des tirets et des tirets bas.',
  'Emoji names must end with either a letter or digit.':
    'Les noms d’émojis se terminent par une lettre ou un chiffre.',
  'Emoji names must have at most {limit} characters.': 'Les noms d’émojis ont au plus {limit} caractères.',
  'Emoji name is missing': 'Il manque le nom de l’émoji.',
  'Only administrators can override default emoji.':
    'Seuls les administrateurs peuvent remplacer les émojis prédéfinis.',
  'Must be an organization administrator or emoji author':
    'Seuls les administrateurs et l’auteur de l’émoji le peuvent.',
  'This custom emoji has been deactivated.': 'Cet émoji n’existe plus.',
  'Invalid custom emoji.': 'L’émoji n’existe pas.',
  'Invalid custom emoji name.': 'Le nom ne correspond pas à l’émoji.',
  'Invalid emoji name.': 'L’émoji n’existe pas.',
  'Invalid emoji code.': 'L’émoji n’existe pas.',
  'Export already deleted': 'L’export est déjà supprimé.',
  'Export failed, nothing to delete': 'L’export a échoué ; il n’y a rien à supprimer.',
  'Export still in progress': 'L’export est encore en cours.',
  'There is no finished export to delete': 'Il n’y a pas d’export terminé.',
  'Invalid data export ID': 'L’export n’existe pas.',
  'Exceeded rate limit.': 'Trop d’exports en peu de temps. Réessayez plus tard.',
  'Please request a manual export from {email}.':
    'L’organisation est trop grande. Demandez un export à {email}.',
  'Make sure at least one Organization Owner allows other Administrators to see their email address or contact {email} for help.':
    'Au moins un propriétaire doit montrer son adresse e-mail aux administrateurs. {email} peut vous aider.',
  'Make sure at least one Organization Owner is consenting to the export or contact {email} for help.':
    'Au moins un propriétaire doit accepter l’export. {email} peut vous aider.',
  "Failed to change owner, bots can't own other bots": 'Un bot ne peut pas posséder un bot.',
  'Failed to change owner, no such user': 'Le nouveau propriétaire n’existe pas.',
  'Failed to change owner, user is deactivated': 'Le compte du nouveau propriétaire est désactivé.',
  'Field id {id} not found.': 'Le champ n’existe pas.',
  'Field must have at least one choice.': 'Le champ doit avoir au moins un choix.',
  'Field must not have duplicate choices.': 'Chaque choix doit être unique.',
  'Too many choices.': 'Il y a trop de choix.',
  'Field type not supported for display in profile summary.':
    'Les champs de ce type ne peuvent pas figurer sur les cartes.',
  'Only {count} custom profile fields can be displayed in the profile summary.':
    'Au plus {count} champs peuvent figurer sur les cartes.',
  'This field cannot be blank.': 'Le champ ne peut pas être vide.',
  'Label cannot be blank.': 'Le champ doit avoir un nom.',
  'You are not allowed to change this field. Contact an administrator to update it.':
    'Vous ne pouvez pas modifier ce champ. Demandez-le à un administrateur.',
  'Invalid field type.': 'Ce type de champ n’existe pas.',
  'Invalid external account type': 'Ce type de compte n’existe pas.',
  'The formatted values of your profile are too long together (limit: {limit} characters).':
    'Les textes de votre profil sont trop longs ensemble ({limit} caractères au plus).',
  "File is larger than this server's configured maximum upload size ({size} MiB).":
    'Le fichier dépasse la taille permise par ce serveur ({size} Mio).',
  'Uploaded file is larger than the allowed limit of {size} MiB':
    'Le fichier est trop grand ({size} Mio au plus).',
  "Upload would exceed your organization's upload quota.": 'L’espace de l’organisation serait dépassé.',
  'You have too many uploads that are not complete (limit: {limit}).':
    'Trop de téléversements sont inachevés ({limit} au plus).',
  'You must specify a file to upload': 'Choisissez un fichier.',
  'You may only upload one file at a time': 'Téléversez un fichier à la fois.',
  'This file does not exist or has been deleted.': 'Ce fichier n’existe pas ou a été supprimé.',
  'You are not authorized to view this file.': 'Vous n’êtes pas autorisé à voir ce fichier.',
  'Invalid attachment': 'Le fichier n’existe pas.',
  'General chat cannot be marked as resolved': 'La discussion générale ne peut pas être résolue.',
  'Sending messages to the general chat is not allowed in this channel.':
    'Dans ce canal, chaque message doit avoir un sujet.',
  'Only the general chat topic is allowed in this channel.': 'Il n’y a pas de sujets dans ce canal.',
  'The channel has other topics than "{topic}".': 'Le canal a d’autres sujets que « {topic} ».',
  "We weren't able to invite anyone.": 'Personne n’a pu être invité.',
  'Some of those addresses could not be invited. We did send invitations to everyone else!':
    'Certaines adresses n’ont pas pu être invitées, toutes les autres l’ont été.',
  'Reserved for system bots.': 'Cette adresse est celle d’un bot du serveur.',
  'Account has been deactivated.': 'Le compte est désactivé.',
  "Domain can't be empty.": 'Le domaine ne peut pas être vide.',
  'Domain must have at least one dot (.)': 'Le domaine doit contenir au moins un point.',
  'Domain is too long': 'Le domaine est trop long.',
  'Domain cannot start or end with a dot (.)': 'Le domaine ne peut ni commencer ni finir par un point.',
  "Consecutive '.' are not allowed.": 'Deux points ne peuvent pas se suivre.',
  "Subdomains cannot start or end with a '-'.":
    'Les parties du domaine ne peuvent ni commencer ni finir par un trait d’union.',
  "Domain can only have letters, numbers, '.' and '-'s.":
    'Le domaine ne peut contenir que des lettres, des chiffres, des points et des traits d’union.',
  "Group '{name}' in URL template is not present in linkifier pattern.":
    'L’adresse nomme le groupe « {name} », absent du motif.',
  "Group '{name}' in linkifier pattern is not present in URL template.":
    'Le motif a le groupe « {name} », absent de l’adresse.',
  'Invalid URL template.': 'L’adresse est incorrecte.',
  'Linkifier not found.': 'Ce lien automatique n’existe plus.',
  'Realm filter with this Realm and Pattern already exists.':
    'Un lien automatique avec ce motif existe déjà.',
  'Realm playground with this Realm, Pygments language and Name already exists.':
    'Un bac à sable de ce nom existe déjà pour ce langage.',
  'Invalid playground': 'Ce bac à sable n’existe plus.',
  'Invalid characters in pygments language': 'Le nom du langage contient des caractères interdits.',
  'The ordered list must enumerate all existing linkifiers exactly once':
    'Les liens automatiques ont changé entre-temps. Réessayez.',
  'Invalid order mapping': 'La liste a changé entre-temps. Réessayez.',
  'Invalid order mapping.': 'La liste a changé entre-temps. Réessayez.',
  'Guests cannot be organization administrators': 'Un invité ne peut pas être administrateur.',
  'Invalid Zoom access token': 'Reliez à nouveau votre compte à Zoom.',
  'Invalid bot type': 'Ce type de bot n’existe pas.',
  'Invalid embedded bot name.': 'Ce bot intégré n’existe pas.',
  'Invalid configuration data!': 'La configuration est incorrecte.',
  'No such bot': 'Le bot n’existe pas.',
  'Username already in use': 'Ce nom est déjà celui d’un autre compte.',
  'Name is already in use.': 'Le nom est déjà pris.',
  'You cannot own more than {count} bots, deactivated ones included.':
    'Vous pouvez avoir au plus {count} bots, désactivés compris.',
  'Invalid channel ID {id}. No invites were sent.':
    'L’un des canaux n’existe pas. Aucune invitation n’a été envoyée.',
  'Invalid channel ID': 'Le canal n’existe pas.',
  "Invalid channel name '{channel}'": 'Le canal « {channel} » n’existe pas.',
  'Invalid channel folder ID': 'Le dossier n’existe plus.',
  'You need to remove all the channels from this folder to archive it.':
    'Retirez d’abord tous les canaux du dossier.',
  'Invalid character in channel folder name, at position {position}.':
    'Le nom du dossier contient un caractère interdit, à la position {position}.',
  'Invalid character in channel name, at position {position}.':
    'Le nom du canal contient un caractère interdit, à la position {position}.',
  'Invalid character in topic, at position {position}!':
    'Le sujet contient un caractère interdit, à la position {position}.',
  'Invalid domain: {reason}': 'Le domaine n’est pas possible : {reason}',
  'The domain {domain} is already a part of your organization.':
    'Le domaine {domain} fait déjà partie de l’organisation.',
  'No entry found for domain {domain}.': 'Le domaine {domain} n’est pas dans la liste.',
  "Invalid email '{email}'": '{email} n’est pas une adresse e-mail valable.',
  'Invalid new email address.': 'Ce n’est pas une adresse e-mail valable.',
  'New email value error: Already has an account.': 'Un compte existe déjà pour cette adresse.',
  'New email value error: Outside your domain.': 'L’adresse n’appartient à aucun domaine de l’organisation.',
  'New email value error: {reason}': 'La nouvelle adresse n’est pas possible : {reason}',
  'Invalid message(s)': 'Le message n’existe pas ou vous ne pouvez pas le lire.',
  'Invalid narrow operator combination: {reason}':
    'Ces opérateurs de recherche ne se combinent pas : {reason}',
  'Invalid narrow operator: {reason}': 'Cette recherche n’est pas possible : {reason}',
  'narrow has a search that is too long (limit: {limit} characters)':
    'La recherche est trop longue ({limit} caractères au plus).',
  'narrow searches for too many phrases (limit: {limit})':
    'La recherche a trop d’expressions ({limit} au plus).',
  'This search takes too long. Narrow it down, for example to one channel.':
    'Cette recherche est trop longue. Limitez-la, par exemple à un canal.',
  'Too many searches wait at the moment. Try again in a moment.':
    'Trop de recherches attendent. Réessayez dans un instant.',
  'Too many messages requested (maximum {limit}).': 'Trop de messages à la fois ({limit} au plus).',
  'Invalid user ID: {id}': 'La personne n’existe pas.',
  'Invalid user ID {id}': 'La personne n’existe pas.',
  'Invalid user ID': 'La personne n’existe pas.',
  'No such user': 'La personne n’existe pas.',
  'User is deactivated': 'Le compte est désactivé.',
  'User with ID {id} is deactivated': 'Le compte est désactivé.',
  'User with ID {id} is a bot': 'C’est un bot.',
  'Invalid user group ID: {id}': 'Le groupe n’existe pas.',
  'Invalid user group': 'Le groupe n’existe pas.',
  "User group '{group}' already exists.": 'Le groupe « {group} » existe déjà.',
  'User group is deactivated.': 'Le groupe est désactivé.',
  "User group name can't be empty!": 'Le groupe doit avoir un nom.',
  'User group name cannot exceed {limit} characters.':
    'Le nom du groupe est trop long ({limit} caractères au plus).',
  "User group name cannot start with '{start}'.": 'Un nom de groupe ne commence pas par « {start} ».',
  'User group {id} is already a subgroup of one of the passed subgroups.':
    'Un groupe ne peut pas se contenir lui-même.',
  'User group {id} is already a subgroup of this group.': 'Ce groupe en fait déjà partie.',
  'User group {id} is not a subgroup of this group.': 'Ce groupe n’en fait pas partie.',
  'User {id} is already a member of this group': 'La personne est déjà membre du groupe.',
  "There is no member '{id}' in this user group": 'La personne n’est pas membre du groupe.',
  "You are not allowed to mention user group '{group}'.":
    'Vous ne pouvez pas mentionner le groupe « {group} ».',
  'Invitation has already been revoked': 'L’invitation a déjà été révoquée.',
  'No such invitation': 'L’invitation n’existe plus.',
  "Some of those addresses are already using Loquat, so we didn't send them an invitation. We did send invitations to everyone else!":
    'Certaines adresses ont déjà un compte et n’ont pas été invitées, toutes les autres l’ont été.',
  'To protect users, this server limits the number of invitations you can send in one day. Because you have reached the limit, no invitations were sent.':
    'La limite d’invitations du jour est atteinte. Aucune invitation n’a été envoyée.',
  'You must specify at least one email address.': 'Indiquez au moins une adresse e-mail.',
  'You have too many invitation links (limit: {limit}). Revoke one that you no longer need.':
    'Vous avez trop de liens d’invitation ({limit} au plus). Révoquez-en un dont vous n’avez plus besoin.',
  'You do not have permission to subscribe other users to channels.':
    'Vous ne pouvez pas abonner d’autres personnes à des canaux.',
  'Message edit history is disabled in this organization':
    'Cette organisation ne montre pas les versions antérieures des messages.',
  'Your organization has turned off message editing':
    'Votre organisation a désactivé la modification des messages.',
  'The time limit for editing this message has passed': 'Le délai pour modifier ce message est passé.',
  "The time limit for editing this message's topic has passed":
    'Le délai pour modifier le sujet de ce message est passé.',
  'The time limit for deleting this message has passed': 'Le délai pour supprimer ce message est passé.',
  "You don't have permission to delete this message": 'Vous ne pouvez pas supprimer ce message.',
  "You don't have permission to edit this message": 'Vous ne pouvez pas modifier ce message.',
  "You don't have permission to move this message": 'Vous ne pouvez pas déplacer ce message.',
  "You don't have permission to resolve topics.": 'Vous ne pouvez pas résoudre de sujets.',
  'You only have permission to move the {some}/{all} most recent messages in this topic.':
    'Vous ne pouvez déplacer que les {some} messages les plus récents sur {all} de ce sujet.',
  'Widgets cannot be edited.': 'Les sondages et les listes de tâches ne se modifient pas.',
  'You cannot add more to this message.': 'On ne peut plus rien ajouter à ce message.',
  'You cannot attach a submessage to this message.': 'Vous ne pouvez rien ajouter à ce message.',
  'New password is too long (limit: {limit} characters)':
    'Le nouveau mot de passe est trop long ({limit} caractères au plus).',
  'New password is too weak!': 'Le nouveau mot de passe est trop faible.',
  'Wrong password!': 'Le mot de passe est incorrect.',
  'Password authentication is disabled in this organization. Log in with your browser instead.':
    'Cette organisation n’autorise pas la connexion par mot de passe. Connectez-vous avec votre navigateur.',
  'Your account has a second factor. Log in with your browser instead.':
    'Votre compte a un second facteur. Connectez-vous avec votre navigateur.',
  'Your organization requires a second factor. Set up another one before you remove this one.':
    'Votre organisation exige un second facteur. Configurez-en un autre avant de retirer celui-ci.',
  'The passkey could not be added. Try again.': 'La clé d’accès n’a pas pu être ajoutée. Réessayez.',
  'You have {count} passkeys. Delete one that you no longer need.':
    'Vous avez {count} clés d’accès. Supprimez-en une dont vous n’avez plus besoin.',
  'No such passkey': 'La clé d’accès n’existe pas.',
  'You have no authenticator app.': 'Vous n’avez pas d’application d’authentification.',
  'You have no second factor.': 'Vous n’avez pas de second facteur.',
  'No such session': 'Cette session n’existe plus.',
  'No such token': 'Le jeton n’existe plus.',
  "No such topic '{topic}'": 'Le sujet « {topic} » n’existe pas.',
  "Not authorized to send to channel '{channel}'": 'Vous ne pouvez pas écrire dans « {channel} ».',
  'Not subscribed to channel ID {id}': 'Vous n’êtes pas abonné à ce canal.',
  'Subscription does not exist': 'L’abonnement n’existe pas.',
  'Unable to access channel ({channels}).': 'Ces canaux ne vous sont pas accessibles : {channels}.',
  'You do not have permission to access some of the recipients.':
    'Certains destinataires ne vous sont pas accessibles.',
  'You do not have permission to administer this channel.': 'Vous ne pouvez pas administrer ce canal.',
  'You do not have permission to initiate direct message conversations.':
    'Vous ne pouvez pas commencer de conversation en messages directs.',
  'This conversation does not include any users who can authorize it.':
    'Personne dans cette conversation ne peut l’autoriser.',
  'You do not have permission to post in this channel.': 'Vous ne pouvez pas écrire dans ce canal.',
  'You do not have permission to use channel wildcard mentions in this channel.':
    'Vous ne pouvez pas mentionner tout le monde dans ce canal.',
  'You do not have permission to use topic wildcard mentions in this topic.':
    'Vous ne pouvez pas mentionner tout le monde dans ce sujet.',
  'Reaction already exists.': 'Vous avez déjà cette réaction.',
  "Reaction doesn't exist.": 'Cette réaction n’existe plus.',
  'Read receipts are disabled in this organization.':
    'Cette organisation ne montre pas qui a lu les messages.',
  'Reminder does not exist': 'Le rappel n’existe plus.',
  'Saved snippet does not exist.': 'Le texte enregistré n’existe plus.',
  'Scheduled delivery time must be in the future.': 'L’envoi doit être prévu dans le futur.',
  'Scheduled message does not exist': 'Le message programmé n’existe plus.',
  'Server is not configured to use push notification service.':
    'Le serveur n’est pas configuré pour les notifications mobiles.',
  'The channel folders of this organization are too large together (limit: {limit} bytes).':
    'Les dossiers de canaux de l’organisation sont trop grands ensemble.',
  'The channels of this organization are too large together (limit: {limit} bytes).':
    'Les canaux de l’organisation sont trop grands ensemble.',
  'The {list} of this organization are too large together (limit: {limit} bytes).':
    'Cette liste de l’organisation est trop grande.',
  'The directory does not answer as it should: {reason}': 'L’annuaire ne répond pas comme prévu : {reason}',
  'The field {field} is not valid. Enter it again, because the address has changed.':
    'Saisissez à nouveau le champ « {field} », car l’adresse a changé.',
  'The field {field} is not valid. {reason}': 'Le champ « {field} » n’est pas valable.',
  'There is already a provider of log-ins named {name}.':
    'Un fournisseur de connexion nommé {name} existe déjà.',
  'There is no such provider of log-ins.': 'Le fournisseur de connexion n’existe plus.',
  'This provider is no directory, so nobody can be compared with it.':
    'Ce fournisseur n’est pas un annuaire ; on ne peut comparer personne avec lui.',
  'An account cannot be merged into itself': 'Un compte ne peut pas être fusionné avec lui-même.',
  'You cannot merge your own account into another one':
    'Vous ne pouvez pas fusionner votre propre compte avec un autre.',
  'Cannot merge the only organization owner into another account':
    'Le seul propriétaire de l’organisation ne peut pas être fusionné avec un autre compte.',
  'Another merge of this organization is not finished':
    'Une autre fusion de cette organisation n’est pas terminée.',
  'The account was merged into another one': 'Le compte a été fusionné avec un autre.',
  'A merge of the account is not finished': 'Une fusion du compte n’est pas terminée.',
  "The person's data is erased already": 'Les données de la personne sont déjà effacées.',
  "The person's data is erased": 'Les données de la personne sont effacées.',
  'Topic is not muted': 'Le sujet n’est pas en sourdine.',
  'User already muted': 'La personne est déjà en sourdine.',
  'User is not muted': 'La personne n’est pas en sourdine.',
  'User has disabled synchronizing drafts.': 'Vous avez désactivé la synchronisation des brouillons.',
  'User not authorized to change user emails': 'Vous ne pouvez pas changer les adresses d’autres personnes.',
  'User not authorized to create users': 'Vous ne pouvez pas créer de comptes.',
  'User not authorized for this query': 'Vous ne pouvez pas le voir.',
  'Web-public channels are not enabled.': 'Les canaux lisibles par tous sur le web sont désactivés.',
  'You cannot create more than {count} channels at once.':
    'Vous pouvez créer au plus {count} canaux à la fois.',
  'You cannot have more than {count} drafts.': 'Vous ne pouvez pas avoir plus de {count} brouillons.',
  'You cannot have more than {count} saved snippets.':
    'Vous ne pouvez pas avoir plus de {count} textes enregistrés.',
  'You cannot have more than {count} scheduled messages and reminders.':
    'Vous ne pouvez pas avoir plus de {count} messages programmés et rappels.',
  'You cannot have more than {count} alert words.': 'Vous ne pouvez pas avoir plus de {count} mots d’alerte.',
  'You cannot have more than {count} {things}.': 'Il ne peut pas y en avoir plus de {count}.',
  'You cannot mute more than {count} topics.': 'Vous pouvez mettre au plus {count} sujets en sourdine.',
  'You could not log in any more. Log in once in another way that stays, then try again.':
    'Vous ne pourriez plus vous connecter. Connectez-vous une fois d’une façon qui reste, puis réessayez.',
  'You must upload exactly one avatar.': 'Choisissez une seule image.',
  'You must upload exactly one file.': 'Choisissez un seul fichier.',
  'You must upload exactly one icon.': 'Choisissez une seule icône.',
  'You must upload exactly one logo.': 'Choisissez un seul logo.',
  'Nothing to change': 'Il n’y a rien à modifier.',
  'Key does not exist.': 'L’entrée n’existe pas.',
  '{name} cannot be blank.': 'Ce champ ne peut pas être vide.',
  '{name} cannot be blank': 'Ce champ ne peut pas être vide.',
  'topic is too long (limit: {limit} characters)': 'Le sujet est trop long ({limit} caractères au plus).',
  'content is too long (limit: {limit} characters)': 'Le texte est trop long ({limit} caractères au plus).',
  'description is too long (limit: {limit} characters)':
    'La description est trop longue ({limit} caractères au plus).',
  'name is too long (limit: {limit} characters)': 'Le nom est trop long ({limit} caractères au plus).',
  'title is too long (limit: {limit} characters)': 'Le titre est trop long ({limit} caractères au plus).',
  'status_text is too long (limit: {limit} characters)':
    'Le statut est trop long ({limit} caractères au plus).',
  '{parameter} is too long (limit: {limit} characters)':
    '« {parameter} » est trop long ({limit} caractères au plus).',
  '{name} is too long (limit: {limit} characters)':
    'Ce texte est trop long ({limit} caractères au plus) : {name}',
  '{name} is too long (limit: {limit} items)': 'La liste est trop longue ({limit} éléments au plus).',
  '{name} is too large': 'Le nombre est trop grand.',
  '{name} is too small': 'Le nombre est trop petit.',
  'principals times subscriptions are too many (limit: {limit} at once)':
    'C’est trop d’abonnements à la fois ({limit} au plus).',
  '{color} is not a valid hex color code': 'Ce n’est pas une couleur.',
  '{parameter} is not {kind}': '« {parameter} » ne peut pas avoir cette valeur.',
  'Invalid {parameter}: must be {values}': '« {parameter} » ne peut pas avoir cette valeur.',
  'Invalid {parameter}': '« {parameter} » ne peut pas avoir cette valeur.',
  "Missing '{parameter}' argument": '« {parameter} » manque.',
  '{parameter} field is missing': '« {parameter} » manque.',
  '{parameter} is too short.': '« {parameter} » est trop court.',
  '{parameter} must not contain {what}': '« {parameter} » contient des caractères non autorisés.',
  '{parameter} has too many values (limit: {limit})': '« {parameter} » a trop de valeurs ({limit} au plus).',
  "Bad value for '{parameter}': {value}": '« {parameter} » ne peut pas être {value}.',
  // Why a regular expression cannot be read, in the words of its engine.
  'error parsing regexp: missing closing ): {text}': 'il manque une parenthèse fermante : {text}',
  'error parsing regexp: unexpected ): {text}': 'une parenthèse fermante est de trop : {text}',
  'error parsing regexp: missing closing ]: {text}': 'il manque un crochet fermant : {text}',
  'error parsing regexp: missing argument to repetition operator: {text}': 'il n’y a rien à répéter : {text}',
  'error parsing regexp: invalid nested repetition operator: {text}': 'une répétition est répétée : {text}',
  'error parsing regexp: invalid or unsupported Perl syntax: {text}':
    'cette syntaxe n’est pas prise en charge : {text}',
  'error parsing regexp: invalid named capture: {text}': 'le nom d’un groupe n’est pas valable : {text}',
  'error parsing regexp: trailing backslash at end of expression':
    'elle se termine par une barre oblique inverse.',
  'too large': 'elle est trop grande.',
  // Imports of histories.
  'Other people have joined this organization, so it cannot get a history any more.':
    'D’autres personnes ont rejoint cette organisation, elle ne peut donc plus recevoir d’historique.',
  'People have written in this organization, so it cannot get a history any more.':
    'On a écrit dans cette organisation, elle ne peut donc plus recevoir d’historique.',
  'The archive is larger than this server accepts ({limit} GiB).':
    'L’archive est plus grande que ce que ce serveur accepte ({limit} Gio).',
  'The archive is empty.': 'L’archive est vide.',
  'Another import of a history has begun. Cancel it first.':
    'Une autre importation d’historique a commencé. Annulez-la d’abord.',
  'This organization has begun {count} imports in a day. Try again tomorrow.':
    'Cette organisation a commencé {count} importations en un jour. Réessayez demain.',
  'This server already imports {count} organizations. Try again in some hours.':
    'Ce serveur importe déjà {count} organisations. Réessayez dans quelques heures.',
  'There is no import of a history.': 'Il n’y a pas d’importation d’historique.',
  'The archive is not checked, or its import has begun.':
    'L’archive n’est pas vérifiée, ou son importation a commencé.',
  'The server could not finish the import. Try again later.':
    'Le serveur n’a pas pu terminer l’importation. Réessayez plus tard.',
  'The server has no room for the archive. Ask its operator for help.':
    'Le serveur n’a pas de place pour l’archive. Demandez de l’aide à son opérateur.',
  'This is no archive that can be imported: it is neither a ZIP nor a tar file.':
    'Ce n’est pas une archive qui peut être importée : ce n’est ni un fichier ZIP ni un fichier tar.',
  // Tests of providers of log-ins.
  'it publishes no keys': 'il ne publie aucune clé',
  'let the provider sign ID tokens with a public key':
    'faites signer les jetons d’identité avec une clé publique chez le fournisseur',
  "its clock differs from this machine's by {seconds} s":
    'son horloge diffère de {seconds} s de celle de ce serveur',
  'synchronize the clock of this machine (timedatectl set-ntp true), or the one of the provider':
    'synchronisez l’horloge de ce serveur (timedatectl set-ntp true) ou celle du fournisseur',
  'it does not offer PKCE with S256': 'il ne propose pas PKCE avec S256',
  'allow PKCE for the client at the provider': 'autorisez PKCE pour le client chez le fournisseur',
  'it does not offer the scope email': 'il ne propose pas la portée email',
  'let it tell addresses to this client': 'faites-lui communiquer les adresses à ce client',
  '{issuer} answers, with {count} key': '{issuer} répond, avec {count} clé',
  '{issuer} answers, with {count} keys': '{issuer} répond, avec {count} clés',
  'let this machine reach {address}, and write issuer as "issuer" there':
    'faites en sorte que ce serveur atteigne {address}, et écrivez issuer comme « issuer » là-bas',
  '{host} does not know the client': '{host} ne connaît pas le client',
  'enter the client id and secret that the provider shows now':
    'saisissez l’identifiant et le secret du client que le fournisseur affiche maintenant',
  'enter the client id and secret of the OAuth app':
    'saisissez l’identifiant et le secret client de l’application OAuth',
  '{host} answers and knows the client; its API is {address}':
    '{host} répond et connaît le client ; son API est {address}',
  'its metadata or address is of no use: {reason}':
    'ses métadonnées ou son adresse sont inutilisables : {reason}',
  'enter the metadata that the provider offers now, and let this machine reach its address':
    'saisissez les métadonnées que le fournisseur propose maintenant, et faites en sorte que ce serveur atteigne son adresse',
  'its certificate has expired on {date}': 'son certificat a expiré le {date}',
  'enter the metadata that the provider offers now':
    'saisissez les métadonnées que le fournisseur propose maintenant',
  'its certificate expires in {days} days': 'son certificat expire dans {days} jours',
  'enter the new metadata once the provider offers it':
    'saisissez les nouvelles métadonnées dès que le fournisseur les propose',
  '{entity} answers, and its certificate is valid for {days} days':
    '{entity} répond, et son certificat est encore valable {days} jours',
  'it has neither a secret nor a usable public key': 'il n’a ni secret ni clé publique utilisable',
  'enter the secret that it signs with, or its public key':
    'saisissez le secret avec lequel il signe, ou sa clé publique',
  '{host} answers; tokens are signed by {algorithms}':
    '{host} répond ; les jetons sont signés avec {algorithms}',
  'this server does not reach {host}: {reason}': 'ce serveur n’atteint pas {host} : {reason}',
  'browsers may reach it all the same; try to log in':
    'les navigateurs l’atteignent peut-être ; essayez de vous connecter',
  '{host} answers; a log-in shows whether bind_as fits':
    '{host} répond ; une connexion montrera si bind_as convient',
  'it finds nobody below {base}': 'il ne trouve personne sous {base}',
  'correct base_dn and people_filter, or let bind_dn read the people there':
    'corrigez base_dn et people_filter, ou laissez bind_dn y lire les personnes',
  'no person has an attribute that identifies the person for ever':
    'personne n’a d’attribut qui l’identifie durablement',
  'let bind_dn read entryUUID or objectGUID, or enter another id_attribute':
    'laissez bind_dn lire entryUUID ou objectGUID, ou saisissez un autre id_attribute',
  'no person has the attribute {attribute}': 'personne n’a l’attribut {attribute}',
  'enter the attribute with the address as email_attribute, or let bind_dn read it':
    'saisissez l’attribut de l’adresse dans email_attribute, ou laissez bind_dn le lire',
  '{host} answers, and people are found': '{host} répond, et des personnes sont trouvées',
  'it lets nobody search without an account': 'il ne laisse personne chercher sans compte',
  'enter bind_dn and bind_password': 'saisissez bind_dn et bind_password',
  'it refuses bind_dn': 'il refuse bind_dn',
  'correct bind_dn and bind_password': 'corrigez bind_dn et bind_password',
  'it has no base_dn': 'il n’a pas de base_dn',
  'correct base_dn': 'corrigez base_dn',
  'the certificate of {host} is not trusted: {reason}': 'le certificat de {host} n’est pas fiable : {reason}',
  'enter the certificate of its authority, and the name that its certificate has':
    'saisissez le certificat de son autorité, et le nom que porte son certificat',
  '{host} is of no use: {reason}': '{host} est inutilisable : {reason}',
  'let this machine reach it': 'faites en sorte que ce serveur l’atteigne',
  'let this machine reach it, and look at starttls':
    'faites en sorte que ce serveur l’atteigne, et vérifiez starttls',
  'let this machine reach {address}': 'faites en sorte que ce serveur atteigne {address}',
}

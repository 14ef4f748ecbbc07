import type { FailureText, ReportText } from './report-texts.ts'

/** The texts of reports about imports in French, by the English ones. */
export const FRENCH_REPORT: Readonly<Record<ReportText, string>> = {
  // Kinds of things.
  'people and bots': 'Personnes et bots',
  groups: 'Groupes',
  'channel folders': 'Dossiers de canaux',
  channels: 'Canaux',
  subscriptions: 'Abonnements',
  conversations: 'Conversations',
  messages: 'Messages',
  'personal flags of messages': 'Marques personnelles de messages',
  reactions: 'Réactions',
  'votes and tasks': 'Votes et tâches',
  files: 'Fichiers',
  drafts: 'Brouillons',
  snippets: 'Extraits',
  'scheduled messages': 'Messages programmés',
  'alert words': 'Mots d’alerte',
  'topic policies': 'Règles de sujets',
  'muted people': 'Personnes en sourdine',
  statuses: 'Statuts',
  'profile fields': 'Champs de profil',
  'values of profile fields': 'Valeurs de champs de profil',
  'webhooks of bots': 'Webhooks de bots',
  linkifiers: 'Liens automatiques',
  playgrounds: 'Terrains de code',
  'custom emoji': 'Emojis personnalisés',
  domains: 'Domaines',
  avatars: 'Avatars',
  // Reasons for rows that are left out.
  'what clients asked of the former server': 'ce que les clients ont demandé à l’ancien serveur',
  'when people were active at the former server': 'quand les personnes étaient actives sur l’ancien serveur',
  'which hints people have seen': 'quelles astuces les personnes ont vues',
  'messages of the welcome bot to new people': 'messages du robot d’accueil aux nouveaux',
  'repeated by the subscriptions': 'répété dans les abonnements',
  'log-in methods are chosen anew': 'les méthodes de connexion sont choisies à nouveau',
  'a counter of the former server': 'un compteur de l’ancien serveur',
  'when people were last online': 'quand les personnes ont été en ligne pour la dernière fois',
  'e-mail addresses of channels are new': 'les adresses e-mail des canaux sont nouvelles',
  'pictures are measured anew': 'les images sont mesurées à nouveau',
  'deleted files': 'fichiers supprimés',
  'invitations are sent anew': 'les invitations sont envoyées à nouveau',
  'e-mail addresses of the former server': 'adresses e-mail de l’ancien serveur',
  'exports of the former server': 'exports de l’ancien serveur',
  'devices register anew': 'les appareils s’enregistrent à nouveau',
  'repeated by the groups': 'répété dans les groupes',
  'settings of embedded bots of the former server': 'réglages des robots intégrés de l’ancien serveur',
  'a table that this version does not know': 'une table que cette version ne connaît pas',
  // Sentences without their full stops.
  '{kind}: it is there twice': '{kind} : en double',
  '{kind}: {column} has a wrong value': '{kind} : {column} a une valeur incorrecte',
  '{kind}: {column} is not in the archive': '{kind} : {column} n’est pas dans l’archive',
  '{kind}: {reason}': '{kind} : {reason}',
  '{kind}: somebody has more than {limit}': '{kind} : quelqu’un en a plus de {limit}',
  '{kind}: there are more than {limit}': '{kind} : il y en a plus de {limit}',
  'accounts with an unknown role become members': 'les comptes au rôle inconnu deviennent membres',
  'accounts with the e-mail address of another one get an internal one':
    'les comptes qui ont l’adresse e-mail d’un autre en reçoivent une interne',
  'accounts without a usable e-mail address get an internal one':
    'les comptes sans adresse e-mail utilisable en reçoivent une interne',
  'accounts without an id of their own': 'comptes sans identifiant propre',
  'avatars that Slack does not give': 'avatars que Slack ne fournit pas',
  'avatars that are no pictures': 'avatars qui ne sont pas des images',
  'avatars, which are at Slack': 'avatars, qui se trouvent chez Slack',
  'bots of an owner that is not in the archive have none':
    'les robots dont le propriétaire n’est pas dans l’archive n’en ont pas',
  'bots without a user name of their own': 'robots sans nom d’utilisateur propre',
  'buttons of integrations': 'boutons d’intégrations',
  'channels of other teams': 'canaux d’autres équipes',
  'channels with the name of another one get a different one':
    'les canaux qui portent le nom d’un autre en reçoivent un différent',
  'channels with the name of another one get a number':
    'les canaux qui portent le nom d’un autre reçoivent un numéro',
  'channels without a name of their own': 'canaux sans nom propre',
  'channels without an id of their own': 'canaux sans identifiant propre',
  'conversations of several workspaces are one':
    'les conversations de plusieurs espaces de travail n’en font qu’une',
  'custom emoji without a picture or an id': 'émojis personnalisés sans image ou sans identifiant',
  'custom emoji: the token may not list them':
    'émojis personnalisés : le jeton n’a pas le droit de les lister',
  'direct conversations of people who are not in the archive':
    'conversations directes de personnes absentes de l’archive',
  'discussions without a room above them become channels':
    'les discussions sans salon parent deviennent des canaux',
  'entries of {name} that are no objects': 'entrées de {name} qui ne sont pas des objets',
  'favorite direct conversations: only channels are pinned here':
    'conversations directes favorites : seuls les canaux sont épinglés ici',
  'files whose bytes are missing': 'fichiers dont le contenu manque',
  'files stay at Slack: messages link them': 'les fichiers restent chez Slack : les messages y renvoient',
  'files that Slack does not give stay links': 'les fichiers que Slack ne fournit pas restent des liens',
  'files with a wrong path': 'fichiers dont le chemin est incorrect',
  'flags of messages that are not in the archive': 'marques de messages absents de l’archive',
  'former versions of edited messages': 'anciennes versions de messages modifiés',
  'former versions of messages, and notices without a text':
    'anciennes versions de messages et avis sans texte',
  'groups that contain each other': 'groupes qui se contiennent l’un l’autre',
  'groups without an id of their own': 'groupes sans identifiant propre',
  'histories of more than {limit} changes keep the newest ones':
    'les historiques de plus de {limit} modifications gardent les plus récentes',
  'joins and leaves become subscriptions and not messages':
    'les arrivées et départs deviennent des abonnements et non des messages',
  'lines of an unknown kind': 'lignes d’un type inconnu',
  'links to this address lead to the new organization':
    'les liens vers cette adresse mènent à la nouvelle organisation',
  'messages count as read unless the archive says otherwise: it does not say what these people have read':
    'les messages comptent comme lus sauf indication contraire de l’archive : elle ne dit pas ce que ces personnes ont lu',
  'messages count as read: the archive does not say who has read what':
    'les messages comptent comme lus : l’archive ne dit pas qui a lu quoi',
  'messages that were deleted later': 'messages supprimés par la suite',
  'days of conversations that are in no list': 'jours de conversations qui ne figurent dans aucune liste',
  'messages to a place that is not in the archive': 'messages vers un lieu absent de l’archive',
  'messages without a time': 'messages sans heure',
  'messages without an id': 'messages sans identifiant',
  'names of channels that are not allowed here': 'noms de canaux qui ne sont pas permis ici',
  'names of custom emoji that are not allowed here': 'noms d’émojis personnalisés qui ne sont pas permis ici',
  'names of groups that are not allowed here': 'noms de groupes qui ne sont pas permis ici',
  'names of people that are not allowed here': 'noms de personnes qui ne sont pas permis ici',
  'older messages of channels with very many topics count as read for everybody':
    'les anciens messages des canaux aux très nombreux sujets comptent comme lus pour tous',
  'open channels of teams by invitation become private':
    'les canaux ouverts des équipes sur invitation deviennent privés',
  'other names of emoji that Slack has itself': 'autres noms d’émojis que Slack possède lui-même',
  'other things': 'autres choses',
  'people that the archive does not describe become placeholders':
    'les personnes que l’archive ne décrit pas deviennent des comptes fictifs',
  'people without a user name of their own': 'personnes sans nom d’utilisateur propre',
  'people without an e-mail address get an internal one':
    'les personnes sans adresse e-mail en reçoivent une interne',
  'people without an id of their own': 'personnes sans identifiant propre',
  'permission schemes': 'schémas de permissions',
  'personal settings {name} with a value that is unknown here get the default':
    'les réglages personnels {name} dont la valeur est inconnue ici prennent la valeur par défaut',
  'pictures of the organization that are missing or no pictures':
    'images de l’organisation qui manquent ou ne sont pas des images',
  'pins: messages are not pinned here': 'messages épinglés : ici, on n’épingle pas de messages',
  'policies of topics that are unknown here': 'règles de sujets inconnues ici',
  'previews of addresses': 'aperçus d’adresses',
  'profile fields of a type that is unknown here': 'champs de profil d’un type inconnu ici',
  'reactions of people whom the archive does not name': 'réactions de personnes que l’archive ne nomme pas',
  'replies that a channel shows once more are in their thread alone':
    'les réponses qu’un canal montre une seconde fois ne sont que dans leur fil',
  'roles and permissions': 'rôles et permissions',
  'rooms become private channels of the people who wrote in them: the archive does not say who may read them':
    'les salons deviennent des canaux privés des personnes qui y ont écrit : l’archive ne dit pas qui peut les lire',
  'rooms of the live chat': 'salons du chat en direct',
  'rooms without an id of their own': 'salons sans identifiant propre',
  'rows of {table}': 'lignes de {table}',
  'rows of {table} that are no objects': 'lignes de {table} qui ne sont pas des objets',
  'rows of {table}: {reason}': 'lignes de {table} : {reason}',
  'scheduled messages that were sent already': 'messages programmés déjà envoyés',
  'scheduled messages to a place that is not in the archive':
    'messages programmés vers un lieu absent de l’archive',
  'senders that the list of people lacks become deactivated accounts':
    'les expéditeurs absents de la liste des personnes deviennent des comptes désactivés',
  'several teams become one organization, each with a folder of channels':
    'plusieurs équipes deviennent une seule organisation, chacune avec un dossier de canaux',
  'teams that were not asked for': 'équipes qui n’étaient pas demandées',
  'teams without a name of their own': 'équipes sans nom propre',
  'texts of more than {limit} characters are cut there':
    'les textes de plus de {limit} caractères y sont coupés',
  'the file {name}': 'le fichier {name}',
  'the named person becomes an owner': 'la personne désignée devient propriétaire',
  'the second custom emoji of a name is off': 'le second émoji personnalisé d’un même nom est désactivé',
  'the setting {name} of the organization gets the default':
    'le réglage {name} de l’organisation prend la valeur par défaut',
  'times before 1970 or after 9999': 'heures antérieures à 1970 ou postérieures à 9999',
  'topics of more than {limit} characters are cut there':
    'les sujets de plus de {limit} caractères y sont coupés',
  'values of profile fields that are not in the archive': 'valeurs de champs de profil absents de l’archive',
  'values of {name} that are not allowed here get the default':
    'les valeurs de {name} qui ne sont pas permises ici prennent la valeur par défaut',
  'visitors of the live chat': 'visiteurs du chat en direct',
}

/** Why an import failed, in French. */
export const FRENCH_FAILURES: Readonly<Record<FailureText, string>> = {
  'This is no archive of {products}.': 'Ce n’est pas une archive de {products}.',
  'The archive is broken: {reason}.': 'L’archive est endommagée : {reason}.',
  'The archive is refused: {reason}.': 'L’archive est refusée : {reason}.',
  'The archive is from a newer Loquat: {reason}.': 'L’archive vient d’un Loquat plus récent : {reason}.',
  'The archive lacks {name}.': 'Il manque {name} dans l’archive.',
  'The archive of Mattermost has no team.': 'L’archive de Mattermost n’a aucune équipe.',
  'Nobody in the archive has the e-mail address of your account, and nobody else can own the organization. Change your address here to the one that you had there.':
    'Personne dans l’archive n’a l’adresse e-mail de votre compte, et personne d’autre ne peut être propriétaire de l’organisation. Remplacez ici votre adresse par celle que vous aviez là-bas.',
  'A bot in the archive has the e-mail address of your account. Change your address here.':
    'Un robot de l’archive a l’adresse e-mail de votre compte. Changez ici votre adresse.',
  'The files of the archive take {size} MiB, and an organization may have {limit} MiB on this server.':
    'Les fichiers de l’archive occupent {size} Mio, et une organisation peut avoir {limit} Mio sur ce serveur.',
  'The files of the archive take {size} MiB, and the server has less room for files.':
    'Les fichiers de l’archive occupent {size} Mio, et le serveur a moins de place pour les fichiers.',
  'an entry of {name} is too large': 'une entrée de {name} est trop grande',
  'an entry of {name} is nested too deeply': 'une entrée de {name} est imbriquée trop profondément',
  'it has {name} twice': 'elle contient {name} deux fois',
  'it has more than {limit} entries': 'elle a plus de {limit} entrées',
  'it unpacks to more than {limit} GiB': 'elle dépasse {limit} Gio une fois décompressée',
  'it unpacks to more than {limit} times its size':
    'elle dépasse {limit} fois sa taille une fois décompressée',
  'reading it takes more than {limit} MiB of memory': 'sa lecture demande plus de {limit} Mio de mémoire',
  '{name} has a line that is no JSON': '{name} a une ligne qui n’est pas du JSON',
  '{name} is a link or a device': '{name} est un lien ou un périphérique',
  '{name} is cut': '{name} est tronqué',
  '{name} is cut or no JSON': '{name} est tronqué ou n’est pas du JSON',
  '{name} is encrypted': '{name} est chiffré',
  '{name} is no BSON': '{name} n’est pas du BSON',
  '{name} is no JSON': '{name} n’est pas du JSON',
  '{name} leads out of it': '{name} mène hors de l’archive',
  'it has several exports, {first} and {second}': 'elle contient plusieurs exports, {first} et {second}',
  'it has the archive {name} in it; unpack it and import that one':
    'elle contient l’archive {name} ; décompressez-la et importez celle-là',
  'it is one part of several; join them first': 'c’est une partie parmi plusieurs ; réunissez-les d’abord',
  'it is packed with {format}; only ZIP, tar and tar.gz can be read':
    'elle est compressée avec {format} ; seuls ZIP, tar et tar.gz peuvent être lus',
  'the program that packed it writes no ZIP64, which a ZIP of this size or with this many files needs; unpack it, and pack the folder again with another program or as tar.gz':
    'le programme qui l’a compressée n’écrit pas de ZIP64, nécessaire à un ZIP de cette taille ou avec autant de fichiers ; décompressez-la, puis compressez le dossier avec un autre programme ou en tar.gz',
  'its entries overlap': 'ses entrées se chevauchent',
  '{name} is packed with {method}; pack it again with Deflate':
    '{name} est compressé avec {method} ; compressez-le de nouveau avec Deflate',
  '{name} is stored with holes or in parts; pack it again without them':
    '{name} est enregistré avec des trous ou en parties ; compressez-le de nouveau sans cela',
  '{name} uses an unknown compression': '{name} utilise une compression inconnue',
}

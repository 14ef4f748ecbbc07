import type { AuditTexts } from '../../model/audit-texts.ts'
import type { audit as english } from '../en/audit.ts'
import type { Text } from '../en/index.ts'

const quoted = (name: string) => `« ${name} »`

/** The texts of the audit log, fetched with its page. */
export const audit: Text<typeof english> = {
  hint: 'Qui a changé quoi dans l’organisation, et qui s’est connecté d’où. Les messages et les réglages personnels n’y figurent pas.',
  list: 'Changements, les plus récents d’abord',
  none: 'Aucun changement',
  noneHint: 'Personne n’a rien changé qui corresponde au filtre.',
  everybody: 'Tout le monde',
  everything: 'Tout',
  by: 'Changé par',
  kind: 'Type',
  filters: (n) => (n === 0 ? 'Filtres' : `Filtres (${n})`),
  older: 'Afficher les changements plus anciens',
  csv: 'Télécharger en CSV',
  csvIsMade: 'Récupération des changements…',
  csvName: 'journal-audit.csv',
  csvColumns: [
    'Heure',
    'Changé par',
    'Changement',
    'Type',
    'Identifiant',
    'Propriété',
    'Ancienne valeur',
    'Nouvelle valeur',
  ],
  server: 'Le serveur',
  kinds: {
    organization: 'Organisation',
    user_default: 'Réglages des nouveaux',
    user: 'Personnes',
    bot: 'Bots',
    channel: 'Canaux',
    channel_folder: 'Dossiers de canaux',
    user_group: 'Groupes d’utilisateurs',
    default_channel_group: 'Groupes de canaux',
    profile_field: 'Champs de profil',
    emoji: 'Émojis',
    linkifier: 'Liens automatiques',
    playground: 'Bacs à sable',
    domain: 'Domaines autorisés',
    log_in_provider: 'Fournisseurs de connexion',
    provisioning_token: 'Jetons d’annuaire',
    invitation: 'Invitations',
    export: 'Exports',
    person_data: 'Données des personnes',
    history_import: 'Importations d’historiques',
    log_in: 'Connexions',
  },
  created: (who, { kind, name }) => `${who} a créé ${object(kind, name)}.`,
  since: 'Du',
  until: 'Au',
  loggedIn: (who, from) => `${who} s’est connecté avec ${from}.`,
  refusedLogIn: (who, from) => `Mot de passe erroné pour ${who}, avec ${from}.`,
  refusedOtherwise: (who, how, from, reason) =>
    `Connexion refusée${who === undefined ? '' : ` au compte de ${who}`} (${how}), avec ${from}${reason === undefined ? '' : ` : ${reason}`}.`,
  refusedLogOut: (how, from) => `Un message de ${how} pour terminer des sessions a été refusé : ${from}.`,
  loggedInFrom: (device, address, method) =>
    `${device} depuis ${address}${method === undefined ? '' : ` (${method})`}`,
  methods: {
    password: 'mot de passe',
    passkey: 'clé d’accès',
    second_factor: 'second facteur',
    session: 'navigateur déjà connecté',
    invitation: 'invitation',
    device_code: 'code d’appareil',
  },
  refusals: {
    AUTHENTICATION_FAILED: 'identifiants erronés ou compte inexistant',
    USER_DEACTIVATED: 'le compte est désactivé',
    OTHER_METHOD_REQUIRED: 'l’organisation exige une autre méthode',
    PASSWORD_AUTH_DISABLED: 'un navigateur est nécessaire',
    LOG_IN_EXPIRED: 'expirée, ou commencée dans un autre navigateur',
    PROVIDER_UNAVAILABLE: 'le fournisseur n’a pas répondu comme il le devrait',
    ADDRESS_NOT_CONFIRMED: 'l’adresse e-mail n’est pas confirmée',
    ADDRESS_MISSING: 'le fournisseur ne communique pas l’adresse e-mail',
    NO_ACCOUNT: 'il n’y a pas de compte',
    OTHER_IDENTITY: 'chez le fournisseur, le compte appartient à une autre personne',
    INVITATION_REQUIRED: 'il n’y a pas d’invitation',
  },
  endedSessions: (who, name) => `${who} a déconnecté ${name} partout.`,
  endedAllSessions: (who) => `${who} a déconnecté tout le monde.`,
  tried: (who, name, person) =>
    `${who} a essayé la connexion avec ${quoted(name)}${person === undefined ? '' : `, en tant que ${person}`}.`,
  subscribed: (who, people, channel) => `${who} a abonné ${people} à ${quoted(channel)}.`,
  unsubscribed: (who, people, channel) => `${who} a désabonné ${people} de ${quoted(channel)}.`,
  exported: (who, name) => `${who} a exporté les données de ${name}.`,
  merged: (who, name, into) => `${who} a fusionné le compte ${name} avec ${into}`,
  erased: (who, name) => `${who} a effacé les données de ${name}.`,
  removed: (who, { kind, name }) => `${who} a supprimé ${object(kind, name)}.`,
  ended: (who, { kind, name }) => `${who} a désactivé ${object(kind, name)}.`,
  returned: (who, { kind, name }) => `${who} a réactivé ${object(kind, name)}.`,
  moved: (who, list) => `${who} a changé l’ordre de ${quoted(list)}.`,
  added: (who, what, { kind, name }) => `${who} a ajouté ${what} ; cible : ${object(kind, name)}.`,
  taken: (who, what, { kind, name }) => `${who} a retiré ${what} ; cible : ${object(kind, name)}.`,
  on: 'activé',
  off: 'désactivé',
  empty: 'rien',
  changed: (who, { kind, name }, property, values) => {
    const where = kind === 'organization' || kind === 'user_default' ? '' : ` pour ${object(kind, name)}`
    const how = values === undefined ? '' : ` : ${values.before} → ${values.after}`
    return `${who} a changé ${quoted(property)}${where}${how}.`
  },
  text: quoted,
  roles: { 100: 'Propriétaire', 200: 'Administrateur', 300: 'Modérateur', 400: 'Membre', 600: 'Invité' },
  properties: {
    token: 'Jeton de l’ancien serveur',
    status: 'État',
    external_log_in: 'Connexion par un fournisseur',
    gone_from_directory: 'Absent de l’annuaire',
    subdomain: 'Sous-domaine',
    custom_host: 'Hôte',
    is_deactivated: 'Organisation désactivée',
    deletion_date: 'Jour après lequel les données sont supprimées',
    icon: 'Icône',
    logo: 'Logo sur fond clair',
    night_logo: 'Logo sur fond sombre',
    email: 'Adresse e-mail',
    full_name: 'Nom',
    role: 'Rôle',
    bot_owner_id: 'Propriétaire',
    avatar: 'Photo',
    api_key: 'Clé API',
    provisioned_by: 'Changé par l’annuaire',
    can_create_users: 'Peut créer des comptes',
    can_change_user_emails: 'Peut changer les adresses e-mail',
    services: 'Service',
    channels: 'Canaux',
    name: 'Nom',
    description: 'Description',
    invite_only: 'Privé',
    is_web_public: 'Public sur le Web',
    is_archived: 'Archivé',
    history_public_to_subscribers: 'Les abonnés lisent les anciens messages',
    message_retention_days: 'Jours de conservation des messages',
    topics_policy: 'Sujets',
    is_default: 'Canal par défaut',
    folder_id: 'Dossier',
    can_add_subscribers_group: 'Qui peut abonner les autres',
    can_remove_subscribers_group: 'Qui peut désabonner les autres',
    can_administer_channel_group: 'Qui peut administrer le canal',
    can_delete_any_message_group: 'Qui peut supprimer tous les messages',
    can_delete_own_message_group: 'Qui peut supprimer ses propres messages',
    can_move_messages_out_of_channel_group: 'Qui peut déplacer des messages vers d’autres canaux',
    can_move_messages_within_channel_group: 'Qui peut déplacer des messages dans le canal',
    can_send_message_group: 'Qui peut envoyer des messages',
    can_subscribe_group: 'Qui peut s’abonner',
    can_resolve_topics_group: 'Qui peut résoudre des sujets',
    can_add_members_group: 'Qui peut ajouter des membres',
    can_join_group: 'Qui peut rejoindre',
    can_leave_group: 'Qui peut quitter',
    can_manage_group: 'Qui peut gérer le groupe',
    can_mention_group: 'Qui peut mentionner le groupe',
    can_remove_members_group: 'Qui peut retirer des membres',
    allow_subdomains: 'Sous-domaines compris',
    pattern: 'Motif',
    url_template: 'Adresse',
    pygments_language: 'Langage des blocs de code',
    type: 'Type',
    hint: 'Indication',
    field_data: 'Valeurs',
    display_in_profile_summary: 'Affiché sur les fiches',
    required: 'Obligatoire',
    editable_by_user: 'Modifiable par chacun',
  },
}

function object(kind: keyof AuditTexts['kinds'], name: string): string {
  switch (kind) {
    case 'organization':
      return 'l’organisation'
    case 'user_default':
      return 'les réglages des nouvelles personnes'
    case 'user':
      return `le compte de ${name}`
    case 'bot':
      return `le bot ${name}`
    case 'channel':
      return `le canal ${quoted(name)}`
    case 'channel_folder':
      return `le dossier de canaux ${quoted(name)}`
    case 'user_group':
      return `le groupe ${quoted(name)}`
    case 'default_channel_group':
      return `le groupe de canaux ${quoted(name)}`
    case 'profile_field':
      return `le champ de profil ${quoted(name)}`
    case 'emoji':
      return `l’émoji :${name}:`
    case 'linkifier':
      return `le lien automatique ${quoted(name)}`
    case 'playground':
      return `le bac à sable ${quoted(name)}`
    case 'log_in_provider':
      return `le fournisseur de connexion ${quoted(name)}`
    case 'provisioning_token':
      return `le jeton d’annuaire ${quoted(name)}`
    case 'domain':
      return `le domaine autorisé ${name}`
    case 'invitation':
      return name === '' ? 'une invitation réutilisable' : `l’invitation de ${name}`
    case 'export':
      return 'un export'
    case 'log_in':
      return `la connexion de ${name}`
    case 'history_import':
      return `l’importation de ${quoted(name)}`
    case 'person_data':
      return `les données de ${name}`
  }
}

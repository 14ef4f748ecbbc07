import type { Text } from '../en/index.ts'
import type { realmSettings as english } from '../en/realm-settings.ts'

/** The settings of an organization as its pages name them. */
export const realmSettings: Text<typeof english> = {
  name: { name: 'Nom' },
  description: {
    name: 'Description',
    text: 'En Markdown. On la voit en se connectant et en rejoignant l’organisation. Ctrl+Entrée enregistre.',
  },
  org_type: {
    name: 'Type d’organisation',
    options: {
      0: 'Non précisé',
      10: 'Entreprise',
      20: 'Projet open source',
      30: 'Éducation (sans but lucratif)',
      35: 'Éducation (à but lucratif)',
      40: 'Recherche',
      50: 'Événement ou conférence',
      60: 'Association (déclarée)',
      70: 'Administration publique',
      80: 'Groupe politique',
      90: 'Communauté',
      100: 'Personnel',
      1000: 'Autre',
    },
  },

  default_language: {
    name: 'Langue des nouvelles personnes',
    text: 'Aussi celle des e-mails à ceux qui n’ont pas encore de compte et de ce qu’écrivent les bots de notification et d’accueil.',
  },
  enable_spectator_access: {
    name: 'Laisser les personnes sans compte lire les canaux publics sur le Web',
  },
  invite_required: { name: 'Une invitation est nécessaire pour rejoindre' },
  emails_restricted_to_domains: {
    name: 'Seules les adresses e-mail des domaines autorisés peuvent rejoindre',
  },
  disallow_disposable_email_addresses: {
    name: 'Refuser les adresses e-mail jetables',
    text: 'S’applique tant que les adresses de tous les domaines sont admises.',
  },
  waiting_period_threshold: {
    name: 'Jours avant qu’un nouveau membre soit membre à part entière',
  },
  authentication_methods: { name: 'Façons de se connecter', options: { Email: 'E-mail et mot de passe' } },
  two_factor_required_role: {
    name: 'Qui a besoin d’un second facteur',
    text: 'Connexion avec, en plus, un code d’application ou une clé d’accès.',
    options: {
      0: 'Personne',
      100: 'Propriétaires',
      200: 'Propriétaires et administrateurs',
      300: 'Propriétaires, administrateurs et modérateurs',
      400: 'Tout le monde sauf les invités',
      600: 'Tout le monde',
    },
  },
  two_factor_grace_days: {
    name: 'Jours pour configurer le second facteur',
    text: 'Ensuite, il faut le configurer avant toute autre chose.',
  },
  session_length_hours: {
    name: 'Heures avant une nouvelle connexion',
    text: '0 : sans limite. Vaut pour les navigateurs et l’application de bureau ; les applications mobiles restent connectées.',
  },
  session_idle_minutes: {
    name: 'Minutes d’inactivité avant une nouvelle connexion',
    text: '0 : autant que l’opérateur du serveur l’a fixé. Une page ouverte que personne n’utilise ne compte pas.',
  },

  enable_guest_user_indicator: { name: 'Signaler le nom des invités' },
  enable_guest_user_dm_warning: { name: 'Avertir avant un message direct à un invité' },
  presence_disabled: { name: 'Ne montrer à personne qui est en ligne' },
  require_unique_names: { name: 'Les noms doivent être uniques' },
  name_changes_disabled: { name: 'Seuls les administrateurs changent les noms' },
  email_changes_disabled: { name: 'Personne ne change sa propre adresse e-mail' },
  avatar_changes_disabled: { name: 'Seuls les administrateurs changent les photos' },

  welcome_message_custom_text: {
    name: 'Texte de bienvenue',
    text: 'Le bot d’accueil l’envoie aux nouvelles personnes, en Markdown. Ctrl+Entrée enregistre.',
  },
  new_stream_announcements_stream_id: { name: 'Les nouveaux canaux publics sont annoncés dans' },
  signup_announcements_stream_id: { name: 'Les nouvelles personnes sont annoncées dans' },
  moderation_request_channel_id: {
    name: 'Les messages signalés sont annoncés dans',
    text: 'Un canal privé. Sans lui, personne ne peut signaler de messages.',
  },

  digest_emails_enabled: { name: 'Envoyer un résumé hebdomadaire aux absents' },
  digest_weekday: {
    name: 'Jour du résumé',
    options: {
      0: 'Lundi',
      1: 'Mardi',
      2: 'Mercredi',
      3: 'Jeudi',
      4: 'Vendredi',
      5: 'Samedi',
      6: 'Dimanche',
    },
  },
  message_content_allowed_in_email_notifications: {
    name: 'Les e-mails sur les messages peuvent contenir leur texte',
  },
  require_e2ee_push_notifications: {
    name: 'Les notifications push ne contiennent pas le texte des messages',
    text: 'Les services de Google, d’Apple et des navigateurs transmettent alors seulement qui a écrit et où.',
  },

  topics_policy: {
    name: 'Sujets des messages',
    text: 'Un canal peut avoir une autre règle.',
    options: { allow_empty_topic: 'Facultatifs', disable_empty_topic: 'Obligatoires' },
  },
  message_retention_days: {
    name: 'Supprimer les messages après',
    text: 'Un canal peut avoir un autre nombre de jours.',
  },
  allow_message_editing: { name: 'Chacun peut modifier ses messages' },
  message_content_edit_limit_seconds: { name: 'Délai pour modifier un message' },
  message_content_delete_limit_seconds: { name: 'Délai pour supprimer son propre message' },
  move_messages_within_stream_limit_seconds: {
    name: 'Délai pour déplacer un message vers un autre sujet',
    text: 'Sans limite pour les modérateurs et les administrateurs.',
  },
  move_messages_between_streams_limit_seconds: {
    name: 'Délai pour déplacer un message vers un autre canal',
    text: 'Sans limite pour les modérateurs et les administrateurs.',
  },
  message_edit_history_visibility_policy: {
    name: 'Ce que l’on voit de l’historique d’un message',
    options: { all: 'Anciens textes et emplacements', moves: 'Anciens emplacements', none: 'Rien' },
  },
  enable_read_receipts: { name: 'On peut voir qui a lu un message' },
  inline_image_preview: { name: 'Afficher l’aperçu des images liées' },
  inline_url_embed_preview: { name: 'Afficher l’aperçu des sites liés' },
  default_code_block_language: {
    name: 'Langage des blocs de code qui n’en nomment aucun',
    text: 'Par exemple python. Vide pour du texte brut.',
  },

  video_chat_provider: {
    name: 'Appels vidéo',
    options: { 0: 'Aucun', 1: 'Jitsi Meet', 3: 'BigBlueButton', 4: 'Zoom' },
  },
  jitsi_server_url: { name: 'Adresse du serveur Jitsi', text: 'Vide pour celui du serveur.' },
  giphy_rating: {
    name: 'GIF',
    options: {
      0: 'Aucun',
      1: 'Classés Y (très jeune public)',
      2: 'Classés G (tout public)',
      3: 'Classés PG (accord parental)',
      4: 'Classés PG-13 (accord parental avant 13 ans)',
      5: 'Classés R (public averti)',
    },
  },

  create_multiuse_invite_group: { name: 'Créer des liens d’invitation réutilisables' },
  can_invite_users_group: { name: 'Inviter par e-mail' },
  can_access_all_users_group: {
    name: 'Voir toutes les personnes',
    text: 'Les invités qui n’en font pas partie ne voient que les personnes avec qui ils partagent un canal ou une conversation.',
  },
  can_create_groups: { name: 'Créer des groupes' },
  can_manage_all_groups: { name: 'Gérer tous les groupes' },
  can_create_bots_group: { name: 'Créer des bots de toute sorte' },
  can_create_write_only_bots_group: { name: 'Créer des bots qui envoient seulement' },
  can_add_custom_emoji_group: { name: 'Ajouter des émojis' },
  can_create_public_channel_group: { name: 'Créer des canaux publics' },
  can_create_private_channel_group: { name: 'Créer des canaux privés' },
  can_create_web_public_channel_group: {
    name: 'Créer des canaux pour tout Internet',
    text: 'S’applique tant que les personnes sans compte peuvent lire.',
  },
  can_add_subscribers_group: { name: 'Abonner d’autres personnes aux canaux' },
  can_set_topics_policy_group: { name: 'Choisir la règle des sujets d’un canal' },
  can_set_delete_message_policy_group: { name: 'Choisir qui supprime les messages d’un canal' },
  can_mention_many_users_group: { name: 'Mentionner tout le monde là où il y a beaucoup de participants' },
  can_resolve_topics_group: { name: 'Marquer des sujets comme résolus' },
  can_move_messages_between_topics_group: { name: 'Déplacer des messages vers un autre sujet' },
  can_move_messages_between_channels_group: { name: 'Déplacer des messages vers un autre canal' },
  can_delete_own_message_group: { name: 'Supprimer ses propres messages' },
  can_delete_any_message_group: { name: 'Supprimer les messages de tous' },
  direct_message_initiator_group: { name: 'Commencer une conversation directe' },
  direct_message_permission_group: {
    name: 'Participer aux conversations directes',
    text: 'Une personne de chaque conversation doit avoir ce droit. Les bots sont toujours autorisés.',
  },
}

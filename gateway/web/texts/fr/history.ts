import type { history as english } from '../en/history.ts'
import type { Text } from '../en/index.ts'

/** The texts of the page about the history of an organization, fetched with it. */
export const history: Text<typeof english> = {
  hint: 'Les messages, les personnes et les fichiers d’un autre produit ou d’un autre serveur : un export de Zulip, Slack, Mattermost, Rocket.Chat ou Loquat.',
  stays:
    'Le serveur lit d’abord tout et montre ce qu’il a trouvé. Rien n’est écrit avant votre confirmation.',
  token: 'Jeton de Slack (facultatif)',
  tokenHint:
    'Pour les archives de Slack : avec le jeton d’une application de l’espace de travail (files:read, emoji:read), le serveur récupère fichiers, avatars et émojis. Celui de l’export (xoxe-…), qui figure dans les adresses de ses fichiers, récupère fichiers et avatars. Il est conservé chiffré et supprimé après la vérification.',
  choose: 'Choisir l’archive',
  largest: (gib: number) => `L’archive peut avoir jusqu’à ${gib} Gio.`,
  uploading: 'Envoi',
  sent: (sent: string, all: string) => `${sent} sur ${all}`,
  stopped: (name: string) =>
    `L’envoi de ${name} s’est arrêté. Choisissez de nouveau le même fichier pour le continuer.`,
  otherFile: (name: string, size: string) =>
    `C’est un autre fichier. Choisissez ${name} de ${size}, ou annulez l’importation.`,
  waiting: 'En attente du serveur',
  reading: 'Lecture de l’archive',
  checking: 'Vérification de l’archive',
  importing: 'Importation',
  left: (duration: string) => `Encore environ ${duration}`,
  mayClose: 'Vous pouvez fermer cette page. Le travail continue.',
  cancel: 'Annuler l’importation',
  cancelQuestion: 'Annuler l’importation ?',
  cancelWarning: 'L’archive et tout ce qui en a été importé seront supprimés.',
  found: 'Contenu de l’archive',
  columns: ['Type', 'Trouvés', 'Gardés', 'Omis'],
  changed: 'Modifié',
  leftOut: 'Omis',
  example: (text: string) => `par exemple ${text}`,
  begin: 'Importer',
  beginQuestion: (name: string) => `Importer dans ${name} ?`,
  beginWarning:
    'Ce que cette organisation contient maintenant, canaux et premiers messages, est remplacé. Elle garde son nom, son adresse et ses façons de se connecter. Vous devenez la personne de l’archive qui a votre adresse e-mail, ou un propriétaire de plus. Les codes de récupération cessent. Ensuite, tout le monde se reconnecte.',
  failed: 'L’importation a échoué',
  cancelled: 'L’importation a été annulée.',
  arrived: 'Reconnectez-vous',
  arrivedHint:
    'L’importation est terminée et tout le monde se reconnecte. L’adresse et le mot de passe sont les mêmes qu’avant.',
  done: 'L’historique est là',
  doneBy: (name: string, file: string, time: string) => `${name} a importé ${file} le ${time}.`,
  theOperator: 'L’opérateur du serveur',
  allHaveCome: 'Tout le monde est venu.',
  people: 'D’autres personnes ont rejoint cette organisation, elle ne peut donc plus recevoir d’historique.',
  messages: 'On a écrit dans cette organisation, elle ne peut donc plus recevoir d’historique.',
  operator: 'Un opérateur du serveur peut importer une archive comme organisation à part.',
}

import type { Moved, NoticeTexts } from './notice-texts.ts'

const amount = ({ isAll, count }: Moved): string => {
  if (isAll) return 'ce sujet'
  return count === 1 ? 'un message' : `${count} messages`
}

/** The messages that the server writes, in French. */
export const FRENCH: NoticeTexts = {
  topics: {
    channelEvents: 'événements du canal',
    newChannels: 'nouveaux canaux',
    signups: 'nouvelles personnes',
    reportsOf: (name) => `Signalements concernant ${name}`,
  },
  firstChannels: [
    { name: 'général', description: 'Pour tout ce qui concerne tout le monde dans l’organisation.' },
    { name: 'bac à sable', description: 'Un endroit pour faire des essais.' },
  ],
  privacy: {
    webPublic: 'public sur le web',
    public: 'public',
    sharedHistory: 'privé, historique partagé',
    protectedHistory: 'privé, historique protégé',
  },
  channelCreated: (privacy, by) =>
    `${by === undefined ? 'Ce canal est nouveau' : `${by} a créé ce canal`} (**${privacy}**). **Description :**`,
  noDescription: '*Aucune description.*',
  renamed: (by, before, after) => `${by} a renommé ce canal de **${before}** en **${after}**.`,
  described: (by) => `${by} a modifié la description de ce canal.`,
  before: 'Avant',
  now: 'Maintenant',
  none: '*(aucune)*',
  privacyChanged: (by, is, was) => `${by} a rendu ce canal **${is}** ; il était **${was}**.`,
  retentionChanged: (by, is, was) =>
    `${by} a modifié la durée de conservation des messages de ce canal : ${is} ; avant, ${was}.`,
  forEver: '**pour toujours**',
  forDays: (days) => `**${days} ${days === 1 ? 'jour' : 'jours'}**`,
  permissionChanged: (by, may, is, was) => `${by} a modifié qui peut ${may} : ${is} ; avant, ${was}.`,
  may: {
    canAddSubscribersGroup: 'abonner d’autres personnes à ce canal',
    canRemoveSubscribersGroup: 'désabonner d’autres personnes de ce canal',
    canAdministerChannelGroup: 'administrer ce canal',
    canDeleteAnyMessageGroup: 'supprimer tout message de ce canal',
    canDeleteOwnMessageGroup: 'supprimer ses propres messages de ce canal',
    canMoveMessagesOutOfChannelGroup: 'déplacer des messages hors de ce canal',
    canMoveMessagesWithinChannelGroup: 'déplacer des messages dans ce canal',
    canSendMessageGroup: 'écrire dans ce canal',
    canSubscribeGroup: 's’abonner à ce canal',
    canResolveTopicsGroup: 'résoudre les sujets de ce canal',
  },
  nobody: '**personne**',
  archived: (by) => `${by} a archivé ce canal.`,
  unarchived: (by) => `${by} a désarchivé ce canal.`,
  subscribed: (by, channel) => `${by} vous a abonné à ${channel}.`,
  subscribedTo: (by) => `${by} vous a abonné à ces canaux :`,
  channelsCreated: (by, count) => `${by} a créé ${count === 1 ? 'un canal' : 'des canaux'} :`,
  addedToGroup: (by, group) => `${by} vous a ajouté au groupe ${group}.`,
  removedFromGroup: (by, group) => `${by} vous a retiré du groupe ${group}.`,
  joined: (who) => `${who} a rejoint cette organisation.`,
  invitationAccepted: (who) => `${who} a accepté votre invitation !`,
  greeting: (organization) => `Bonjour et bienvenue dans ${organization} ! :wave: Je suis le bot d’accueil.

* Les messages vont dans des **canaux**, et chacun a un **sujet** : répondez dans le sujet concerné et commencez-en un \
autre pour ce qui est nouveau.
* Envoyez un **message direct** pour parler avec une personne ou quelques-unes.
* **Mentionnez** quelqu’un avec \`@\` et son nom, et la personne est notifiée.
* Téléversez une image de vous et dites dans les **paramètres** de quoi vous voulez être notifié.

Personne ne lit ce que vous répondez ici : essayez ce que vous voulez.`,
  fromAdministrators: (organization) => `Un message des administrateurs de ${organization} :`,
  resolved: (by) => `${by} a marqué ce sujet comme résolu.`,
  unresolved: (by) => `${by} a marqué ce sujet comme non résolu.`,
  movedHere: (moved, from, by) => `${by} a déplacé ici ${amount(moved)} depuis ${from}.`,
  movedAway: (moved, to, by) =>
    `${by} a déplacé ${amount(moved)}${moved.isAll ? '' : ' de ce sujet'} vers ${to}.`,
  privateChannel: 'un canal privé',
  reported: (by, message, sender) => `${by} a signalé un message de ${sender} : ${message}.`,
  reason: 'Raison',
  notes: 'Notes',
  reasons: {
    spam: 'Spam',
    harassment: 'Harcèlement',
    inappropriate: 'Contenu inapproprié',
    norms: 'Contraire aux règles de la communauté',
    other: 'Autre raison',
  },
  directMessage: (url) => `[message direct](${url})`,
  reminder: (message) => `Vous avez demandé un rappel pour ce message : ${message}.`,
  note: 'Note :',
  said: (author, url) =>
    author === undefined ? `Vous [avez écrit](${url}) :` : `${author} [a écrit](${url}) :`,
  sentPoll: (author, url) =>
    author === undefined
      ? `Vous [avez envoyé](${url}) un sondage.`
      : `${author} [a envoyé](${url}) un sondage.`,
  sentList: (author, url) =>
    author === undefined
      ? `Vous [avez envoyé](${url}) une liste de tâches.`
      : `${author} [a envoyé](${url}) une liste de tâches.`,
  reminderUnreadable: 'Vous avez demandé un rappel pour un message que vous ne pouvez plus lire.',
  notSent: (channel) =>
    `Le serveur n’a pas pu envoyer ${channel === undefined ? 'un message' : `un message dans **${channel}**`} que vous aviez programmé, à cause de cette erreur :`,
  scheduledMessages: 'Voir les messages programmés',
  exported: (url) => `Votre export est prêt. [Voir et télécharger les exports](${url}).`,
  yourDataExported: (by) => `${by} a exporté vos données.`,
  dataExported: (person, url) => `Les données de ${person} sont exportées. [Télécharger](${url}).`,
  botNotAnswered: (bot, message) =>
    `Un message à votre bot ${bot} (numéro ${message}) est resté sans réponse.`,
  answerNotSent: (reason) => `Sa réponse n’a pas pu être envoyée : ${reason}`,
  historyArrived: (url) =>
    `Votre historique est là. [Lisez le rapport](${url}) et invitez les personnes qu’il contient à venir.`,
}

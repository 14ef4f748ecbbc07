import type { Guide } from './task.ts'

export const french: Guide = {
  title: 'Guide de l’administration',
  hint: 'Chaque tâche dit quoi faire et où. Une page que vous ne pouvez pas modifier dit quelle autorisation manque et qui l’a.',
  contents: 'Tâches',
  tasks: [
    {
      id: 'invite',
      title: 'Inviter des personnes',
      steps: [
        {
          text: 'Appuyez sur « Inviter des personnes » à côté de la liste des personnes. Collez des adresses sous n’importe quelle forme, ou créez un lien.',
        },
        { text: 'Choisissez le rôle, les canaux et la durée de validité de l’invitation.' },
        {
          text: 'Voyez qui n’est pas encore venu, et renvoyez l’invitation ou révoquez-la.',
          place: ['#organization/invitations', 'Invitations'],
        },
        {
          text: 'Dites s’il faut une invitation pour rejoindre.',
          place: ['#organization/joining', 'Adhésion et connexion'],
        },
      ],
    },
    {
      id: 'roles',
      title: 'Nommer un administrateur',
      steps: [
        { text: 'Choisissez la personne.', place: ['#organization/users', 'Personnes'] },
        {
          text: 'Changez « Rôle » sur la page de la personne. Seuls les propriétaires nomment des propriétaires, et l’unique propriétaire garde ce rôle.',
        },
      ],
    },
    {
      id: 'leaves',
      title: 'Quelqu’un quitte l’entreprise',
      steps: [
        { text: 'Choisissez la personne.', place: ['#organization/users', 'Personnes'] },
        {
          text: 'Appuyez sur « Désactiver ». La personne est déconnectée partout, ses bots et ses invitations prennent fin, et ses messages restent.',
        },
        { text: 'La même page rétablit le compte.' },
      ],
    },
    {
      id: 'person-data',
      title: 'Remettre ou effacer les données d’une personne',
      steps: [
        { text: 'Choisissez la personne.', place: ['#organization/users', 'Personnes'] },
        {
          text: 'L’export de ses données crée une archive, que vous téléchargez au même endroit. La personne en est informée.',
        },
        {
          text: 'L’effacement remplace le nom et l’adresse, et supprime définitivement fichiers, brouillons et réglages. Vous choisissez ce que deviennent les messages.',
        },
      ],
    },
    {
      id: 'permissions',
      title: 'Donner une autorisation',
      steps: [
        {
          text: 'Donnez-la à des rôles, à des groupes ou à des personnes.',
          place: ['#organization/permissions', 'Autorisations'],
        },
        {
          text: 'Créez un groupe pour celles et ceux qui font le même travail.',
          place: ['#groups', 'Groupes'],
        },
        {
          text: 'Les autorisations d’un canal sont dans ses réglages, sous « Autorisations ».',
          place: ['#channels/all', 'Canaux'],
        },
      ],
    },
    {
      id: 'channels',
      title: 'Choisir les canaux des nouveaux',
      steps: [
        {
          text: 'Listez les canaux que tout le monde reçoit.',
          place: ['#organization/default-channels', 'Canaux par défaut'],
        },
        {
          text: 'Créez des groupes de canaux parmi lesquels on choisit en rejoignant.',
          place: ['#organization/channel-groups', 'Groupes de canaux'],
        },
      ],
    },
    {
      id: 'close-channel',
      title: 'Fermer un canal',
      steps: [
        {
          text: 'Ouvrez les réglages du canal et appuyez sur « Archiver le canal ». Les messages restent et plus personne n’y écrit.',
          place: ['#channels/all', 'Canaux'],
        },
        {
          text: 'La liste des canaux archivés le rétablit.',
          place: ['#channels/archived', 'Canaux archivés'],
        },
      ],
    },
    {
      id: 'reports',
      title: 'Traiter les messages signalés',
      steps: [
        {
          text: 'Indiquez le canal qui reçoit les signalements. Chacun signale un message depuis son menu.',
          place: ['#organization/moderation', 'Modération'],
        },
      ],
    },
    {
      id: 'looks',
      title: 'Ajouter des émojis, et des liens pour des textes comme #123',
      steps: [
        { text: 'Envoyez une image et donnez-lui un nom.', place: ['#organization/emoji', 'Émojis'] },
        {
          text: 'Écrivez un motif et une adresse, et essayez-les avant d’enregistrer.',
          place: ['#organization/linkifiers', 'Liens automatiques'],
        },
      ],
    },
    {
      id: 'usage',
      title: 'Voir l’utilisation de l’organisation',
      steps: [
        {
          text: 'Personnes actives, messages et stockage par jour, en graphiques, tableaux et fichiers.',
          place: ['#organization/usage', 'Utilisation'],
        },
      ],
    },
    {
      id: 'audit',
      title: 'Savoir qui a changé quelque chose',
      steps: [
        {
          text: 'Filtrez par personne, type et jours. Les connexions y sont aussi. Enregistrez-le comme fichier pour tableurs.',
          place: ['#organization/audit-log', 'Journal d’audit'],
        },
      ],
    },
    {
      id: 'export',
      title: 'Emporter toutes les données',
      steps: [
        {
          text: 'Lancez un export et téléchargez-le dans la semaine.',
          place: ['#organization/exports', 'Exports'],
        },
      ],
    },
    {
      id: 'close',
      title: 'Fermer l’organisation',
      steps: [
        {
          text: 'Choisissez si et quand ses données sont supprimées, et saisissez son nom. Tout le monde est déconnecté. L’opérateur du serveur peut la rétablir jusqu’à cette date.',
          place: ['#organization/deactivate', 'Désactivation'],
        },
      ],
    },
  ],
}

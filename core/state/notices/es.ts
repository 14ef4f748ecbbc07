import type { Moved, NoticeTexts } from './notice-texts.ts'

const amount = ({ isAll, count }: Moved): string => {
  if (isAll) return 'este tema'
  return count === 1 ? 'un mensaje' : `${count} mensajes`
}

/** The messages that the server writes, in Spanish. */
export const SPANISH: NoticeTexts = {
  topics: {
    channelEvents: 'eventos del canal',
    newChannels: 'canales nuevos',
    signups: 'personas nuevas',
    reportsOf: (name) => `Denuncias sobre ${name}`,
  },
  firstChannels: [
    { name: 'general', description: 'Para todo lo que concierne a toda la organización.' },
    { name: 'pruebas', description: 'Un lugar para probar cosas.' },
  ],
  privacy: {
    webPublic: 'público en la web',
    public: 'público',
    sharedHistory: 'privado, con historial compartido',
    protectedHistory: 'privado, con historial protegido',
  },
  channelCreated: (privacy, by) =>
    `${by === undefined ? 'Este canal es nuevo' : `${by} ha creado este canal`} (**${privacy}**). **Descripción:**`,
  noDescription: '*Sin descripción.*',
  renamed: (by, before, after) =>
    `${by} ha cambiado el nombre de este canal de **${before}** a **${after}**.`,
  described: (by) => `${by} ha cambiado la descripción de este canal.`,
  before: 'Antes',
  now: 'Ahora',
  none: '*(ninguna)*',
  privacyChanged: (by, is, was) => `${by} ha hecho este canal **${is}**; antes era **${was}**.`,
  retentionChanged: (by, is, was) =>
    `${by} ha cambiado cuánto se conservan los mensajes de este canal: ${is}; antes, ${was}.`,
  forEver: '**para siempre**',
  forDays: (days) => `**${days} ${days === 1 ? 'día' : 'días'}**`,
  permissionChanged: (by, may, is, was) => `${by} ha cambiado quién puede ${may}: ${is}; antes, ${was}.`,
  may: {
    canAddSubscribersGroup: 'suscribir a otros a este canal',
    canRemoveSubscribersGroup: 'dar de baja a otros de este canal',
    canAdministerChannelGroup: 'administrar este canal',
    canDeleteAnyMessageGroup: 'eliminar cualquier mensaje de este canal',
    canDeleteOwnMessageGroup: 'eliminar sus propios mensajes de este canal',
    canMoveMessagesOutOfChannelGroup: 'mover mensajes fuera de este canal',
    canMoveMessagesWithinChannelGroup: 'mover mensajes dentro de este canal',
    canSendMessageGroup: 'escribir en este canal',
    canSubscribeGroup: 'suscribirse a este canal',
    canResolveTopicsGroup: 'resolver temas de este canal',
  },
  nobody: '**nadie**',
  archived: (by) => `${by} ha archivado este canal.`,
  unarchived: (by) => `${by} ha sacado este canal del archivo.`,
  subscribed: (by, channel) => `${by} te ha suscrito a ${channel}.`,
  subscribedTo: (by) => `${by} te ha suscrito a estos canales:`,
  channelsCreated: (by, count) => `${by} ha creado ${count === 1 ? 'un canal' : 'canales'}:`,
  addedToGroup: (by, group) => `${by} te ha añadido al grupo ${group}.`,
  removedFromGroup: (by, group) => `${by} te ha quitado del grupo ${group}.`,
  joined: (who) => `${who} se ha unido a esta organización.`,
  invitationAccepted: (who) => `¡${who} ha aceptado tu invitación!`,
  greeting: (
    organization,
  ) => `¡Hola! Te damos la bienvenida a ${organization}. :wave: Soy el bot de bienvenida.

* Los mensajes van a **canales**, y cada uno tiene un **tema**: responde en el tema al que contestas y empieza otro para \
lo nuevo.
* Envía un **mensaje directo** para hablar con una persona o con unas pocas.
* **Menciona** a alguien con \`@\` y su nombre, y recibirá una notificación.
* Sube una imagen tuya y di en los **ajustes** de qué quieres recibir notificaciones.

Nadie lee lo que respondas aquí: prueba lo que quieras.`,
  fromAdministrators: (organization) => `Un mensaje de los administradores de ${organization}:`,
  resolved: (by) => `${by} ha marcado este tema como resuelto.`,
  unresolved: (by) => `${by} ha marcado este tema como no resuelto.`,
  movedHere: (moved, from, by) => `${by} ha movido aquí ${amount(moved)} desde ${from}.`,
  movedAway: (moved, to, by) =>
    `${by} ha movido ${amount(moved)}${moved.isAll ? '' : ' de este tema'} a ${to}.`,
  privateChannel: 'un canal privado',
  reported: (by, message, sender) => `${by} ha denunciado un mensaje de ${sender}: ${message}.`,
  reason: 'Motivo',
  notes: 'Notas',
  reasons: {
    spam: 'Spam',
    harassment: 'Acoso',
    inappropriate: 'Contenido inapropiado',
    norms: 'Incumple las normas de la comunidad',
    other: 'Otro motivo',
  },
  directMessage: (url) => `[mensaje directo](${url})`,
  reminder: (message) => `Pediste un recordatorio de este mensaje: ${message}.`,
  note: 'Nota:',
  said: (author, url) => (author === undefined ? `[Escribiste](${url}):` : `${author} [escribió](${url}):`),
  sentPoll: (author, url) =>
    author === undefined ? `[Enviaste](${url}) una encuesta.` : `${author} [envió](${url}) una encuesta.`,
  sentList: (author, url) =>
    author === undefined
      ? `[Enviaste](${url}) una lista de tareas.`
      : `${author} [envió](${url}) una lista de tareas.`,
  reminderUnreadable: 'Pediste un recordatorio de un mensaje que ya no puedes leer.',
  notSent: (channel) =>
    `El servidor no ha podido enviar ${channel === undefined ? 'un mensaje' : `un mensaje a **${channel}**`} que programaste, por este error:`,
  scheduledMessages: 'Ver los mensajes programados',
  exported: (url) => `Tu exportación está lista. [Ver y descargar exportaciones](${url}).`,
  yourDataExported: (by) => `${by} ha exportado tus datos.`,
  dataExported: (person, url) => `Los datos de ${person} se han exportado. [Descargar](${url}).`,
  botNotAnswered: (bot, message) => `Un mensaje a tu bot ${bot} (número ${message}) no ha tenido respuesta.`,
  answerNotSent: (reason) => `No se ha podido enviar su respuesta: ${reason}`,
  historyArrived: (url) =>
    `Tu historial está aquí. [Lee el informe](${url}) y pide a sus personas que vengan.`,
}

import type { Guide } from './task.ts'

export const spanish: Guide = {
  title: 'Guía de administración',
  hint: 'Cada tarea dice qué hacer y dónde. Una página que no puedes cambiar dice qué permiso falta y quién lo tiene.',
  contents: 'Tareas',
  tasks: [
    {
      id: 'invite',
      title: 'Invitar a personas',
      steps: [
        {
          text: 'Pulsa «Invitar a personas» junto a la lista de personas. Pega direcciones en cualquier forma, o crea un enlace.',
        },
        { text: 'Elige el rol, los canales y cuánto tiempo vale la invitación.' },
        {
          text: 'Mira quién no ha venido aún, y envíala de nuevo o revócala.',
          place: ['#organization/invitations', 'Invitaciones'],
        },
        {
          text: 'Di si hace falta una invitación para unirse.',
          place: ['#organization/joining', 'Unirse e iniciar sesión'],
        },
      ],
    },
    {
      id: 'roles',
      title: 'Nombrar a un administrador',
      steps: [
        { text: 'Elige a la persona.', place: ['#organization/users', 'Personas'] },
        {
          text: 'Cambia «Rol» en la página de la persona. Solo los propietarios nombran propietarios, y el único propietario conserva su rol.',
        },
      ],
    },
    {
      id: 'leaves',
      title: 'Alguien deja la empresa',
      steps: [
        { text: 'Elige a la persona.', place: ['#organization/users', 'Personas'] },
        {
          text: 'Pulsa «Desactivar». Se cierra su sesión en todas partes, terminan sus bots e invitaciones, y sus mensajes se quedan.',
        },
        { text: 'La misma página recupera la cuenta.' },
      ],
    },
    {
      id: 'person-data',
      title: 'Entregar o borrar los datos de una persona',
      steps: [
        { text: 'Elige a la persona.', place: ['#organization/users', 'Personas'] },
        {
          text: 'La exportación de sus datos crea un archivo, que descargas allí mismo. Se avisa a la persona.',
        },
        {
          text: 'El borrado sustituye el nombre y la dirección y elimina para siempre archivos, borradores y ajustes. Tú eliges qué pasa con los mensajes.',
        },
      ],
    },
    {
      id: 'permissions',
      title: 'Dar un permiso',
      steps: [
        { text: 'Dalo a roles, grupos o personas.', place: ['#organization/permissions', 'Permisos'] },
        { text: 'Crea un grupo para quienes hacen el mismo trabajo.', place: ['#groups', 'Grupos'] },
        {
          text: 'Los permisos de un canal están en sus ajustes, en «Permisos».',
          place: ['#channels/all', 'Canales'],
        },
      ],
    },
    {
      id: 'channels',
      title: 'Elegir los canales de los nuevos',
      steps: [
        {
          text: 'Indica los canales que recibe todo el mundo.',
          place: ['#organization/default-channels', 'Canales predeterminados'],
        },
        {
          text: 'Crea grupos de canales entre los que se elige al unirse.',
          place: ['#organization/channel-groups', 'Grupos de canales'],
        },
      ],
    },
    {
      id: 'close-channel',
      title: 'Cerrar un canal',
      steps: [
        {
          text: 'Abre los ajustes del canal y pulsa «Archivar el canal». Los mensajes se quedan y nadie escribe más allí.',
          place: ['#channels/all', 'Canales'],
        },
        {
          text: 'La lista de canales archivados lo recupera.',
          place: ['#channels/archived', 'Canales archivados'],
        },
      ],
    },
    {
      id: 'reports',
      title: 'Atender los mensajes denunciados',
      steps: [
        {
          text: 'Indica el canal que recibe las denuncias. Cualquiera denuncia un mensaje desde su menú.',
          place: ['#organization/moderation', 'Moderación'],
        },
      ],
    },
    {
      id: 'looks',
      title: 'Añadir emojis, y enlaces para textos como #123',
      steps: [
        { text: 'Sube una imagen y dale un nombre.', place: ['#organization/emoji', 'Emojis'] },
        {
          text: 'Escribe un patrón y una dirección, y pruébalos antes de guardar.',
          place: ['#organization/linkifiers', 'Enlaces automáticos'],
        },
      ],
    },
    {
      id: 'usage',
      title: 'Ver cuánto se usa la organización',
      steps: [
        {
          text: 'Personas activas, mensajes y almacenamiento por día, como gráficos, tablas y archivos.',
          place: ['#organization/usage', 'Uso'],
        },
      ],
    },
    {
      id: 'audit',
      title: 'Averiguar quién cambió algo',
      steps: [
        {
          text: 'Filtra por persona, tipo y días. También están los inicios de sesión. Guárdalo como archivo para hojas de cálculo.',
          place: ['#organization/audit-log', 'Registro de auditoría'],
        },
      ],
    },
    {
      id: 'export',
      title: 'Llevarse todos los datos',
      steps: [
        {
          text: 'Inicia una exportación y descárgala en una semana.',
          place: ['#organization/exports', 'Exportaciones'],
        },
      ],
    },
    {
      id: 'close',
      title: 'Cerrar la organización',
      steps: [
        {
          text: 'Elige si se borran sus datos y cuándo, y escribe su nombre. Se cierra la sesión de todos. El operador del servidor puede recuperarla hasta esa fecha.',
          place: ['#organization/deactivate', 'Desactivación'],
        },
      ],
    },
  ],
}

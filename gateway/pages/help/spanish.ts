import { html } from '../html.ts'
import type { HelpTexts } from './help-text.ts'

export const spanish: HelpTexts = {
  title: 'Qué funciona con cada aplicación',
  hint: 'Las personas de una organización usan cualquiera de estas aplicaciones, también varias a la vez: lo que una escribe, todas lo ven al instante.',
  columns: ['Aplicación', 'Chat', 'Notificaciones mientras está cerrada'],
  apps: [
    [
      'Esta página en un navegador',
      'Sí',
      'En ordenadores y Android, con una dirección https: activa «Notificar en este dispositivo» en el menú de la cuenta. En iPhone y iPad desde iOS 16.4, añade antes la página a la pantalla de inicio.',
    ],
    [
      'Las aplicaciones móviles de Zulip',
      'Sí: escribe la dirección de este servidor',
      'Solo si quien opera el servidor tiene las credenciales del editor de la aplicación',
    ],
    ['zulip-terminal', 'Sí, con tu dirección de correo y tu clave de API', 'Mientras está abierto'],
    ['Bots y programas', html`Sí, mediante <a href="/api/">la API</a>`, 'Los eventos en cuanto ocurren'],
  ],
  parts: [
    [
      'Para administrar',
      html`La <a href="/help/administration/es">guía de administración</a> está ordenada por tareas: invitar a personas, cerrar un canal, alguien se va.`,
    ],
    [
      'Tu clave de API',
      html`Con ella inician sesión las aplicaciones de terminal y los programas. La encuentras en los <a href="/#settings/account">ajustes de tu cuenta</a>,
y las claves de los bots en <a href="/#settings/bots">tus bots</a>.`,
    ],
    [
      'Sin conexión',
      html`Esta página se abre sin conexión y muestra las conversaciones más recientes que guarda el navegador: como máximo 50, con 50 mensajes cada una.
Quien pueda usar tu perfil del navegador también puede leerlas. Al cerrar la sesión se borran, y un interruptor en tus
<a href="/#settings/preferences">preferencias</a> lo desactiva.`,
    ],
    [
      'Correos',
      html`Lo que te pierdes mientras no estás llega por correo, salvo que lo desactives en los
<a href="/#settings/notifications">ajustes de notificaciones</a>.`,
    ],
    ['Teclado', html`Pulsa <code>?</code> en el chat para ver la lista de teclas.`],
  ],
}

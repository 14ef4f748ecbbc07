import type { Language } from '../../platform/text/languages.ts'

/** The program of a log-in and its system. */
export interface Device {
  /**
   * `desktop_app`, `mobile_app` or `terminal_client` for the apps of this protocol family, otherwise the
   * program's own name, such as `Firefox`. Null for an unknown program.
   */
  readonly program: string | null
  /** Such as `Linux`; null for an unknown one. */
  readonly system: string | null
}

interface DeviceWords {
  readonly desktop_app: string
  readonly mobile_app: string
  readonly terminal_client: string
  readonly unknown: string
  /** A program and its system. */
  readonly on: (program: string, system: string) => string
}

const WORDS: Readonly<Record<Language, DeviceWords>> = {
  en: {
    desktop_app: 'the desktop app',
    mobile_app: 'the mobile app',
    terminal_client: 'the terminal client',
    unknown: 'an unknown program',
    on: (program, system) => `${program} on ${system}`,
  },
  de: {
    desktop_app: 'Desktop-App',
    mobile_app: 'mobile App',
    terminal_client: 'Terminal-Client',
    unknown: 'unbekanntes Programm',
    on: (program, system) => `${program} unter ${system}`,
  },
  es: {
    desktop_app: 'la aplicación de escritorio',
    mobile_app: 'la aplicación móvil',
    terminal_client: 'el cliente de terminal',
    unknown: 'un programa desconocido',
    on: (program, system) => `${program} en ${system}`,
  },
  fr: {
    desktop_app: 'l’application de bureau',
    mobile_app: 'l’application mobile',
    terminal_client: 'le client de terminal',
    unknown: 'un programme inconnu',
    on: (program, system) => `${program} sous ${system}`,
  },
  ar: {
    desktop_app: 'تطبيق سطح المكتب',
    mobile_app: 'تطبيق الهاتف',
    terminal_client: 'برنامج الطرفية',
    unknown: 'برنامج غير معروف',
    on: (program, system) => `${program} على ${system}`,
  },
  ja: {
    desktop_app: 'デスクトップアプリ',
    mobile_app: 'モバイルアプリ',
    terminal_client: 'ターミナルクライアント',
    unknown: '不明なプログラム',
    on: (program, system) => `${program}（${system}）`,
  },
  'zh-hans': {
    desktop_app: '桌面应用',
    mobile_app: '移动应用',
    terminal_client: '终端客户端',
    unknown: '未知程序',
    on: (program, system) => `${program}（${system}）`,
  },
}

/** The name of a device in a language, such as `Firefox on Linux`. */
export function deviceName(language: Language, { program, system }: Device): string {
  const words = WORDS[language]
  const name = programName(words, program)
  return system === null ? name : words.on(name, system)
}

function programName(words: DeviceWords, program: string | null): string {
  switch (program) {
    case null:
      return words.unknown
    case 'desktop_app':
    case 'mobile_app':
    case 'terminal_client':
      return words[program]
    default:
      return program
  }
}

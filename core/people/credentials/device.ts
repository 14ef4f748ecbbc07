import type { Device } from './device-name.ts'

/** Programs by their User-Agent. Browsers also name the browsers that they resemble, so the order matters. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/ZulipElectron|ZulipDesktop/, 'desktop_app'],
  [/ZulipMobile|ZulipFlutter/, 'mobile_app'],
  [/ZulipTerminal/, 'terminal_client'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/i, 'Android'],
  [/iPhone|iPad|\biOS\b/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac ?OS|Macintosh|Darwin/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/i, 'Linux'],
]

/** The program that sent this User-Agent, and its system. A name of the program has at most 40 characters. */
export function deviceOf(userAgent: string): Device {
  const known = (names: typeof PROGRAMS) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  return {
    program: known(PROGRAMS) ?? (/^[\w.-]{1,40}/.exec(userAgent)?.[0] || null),
    system: known(SYSTEMS) ?? null,
  }
}

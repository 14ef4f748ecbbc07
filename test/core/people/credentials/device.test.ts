import { describe, expect, test } from 'vitest'
import { deviceOf } from '../../../../core/people/credentials/device.ts'
import { deviceName } from '../../../../core/people/credentials/device-name.ts'
import { LANGUAGES, type Language } from '../../../../core/platform/text/languages.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe('a device', () => {
  test.each([
    [FIREFOX, 'Firefox', 'Linux'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X) Chrome/140.0 Safari/537.36', 'Chrome', 'macOS'],
    ['ZulipElectron/5.12 (Windows NT 10.0) Chrome/140.0', 'desktop_app', 'Windows'],
    ['ZulipMobile/27.1 (Android 14)', 'mobile_app', 'Android'],
    ['ZulipTerminal/0.7', 'terminal_client', null],
    ['curl/8.5.0', 'curl', null],
    ['<script>', null, null],
    ['(Windows NT 10.0)', null, 'Windows'],
    ['', null, null],
  ])('of %j is %s, %s', (userAgent, program, system) => {
    expect(deviceOf(userAgent)).toEqual({ program, system })
  })

  test('has a name of at most 40 characters for a program', () => {
    expect(deviceOf('x'.repeat(100_000)).program).toHaveLength(40)
  })

  test.each([
    ['en', 'Firefox on Linux', 'the mobile app on Android', 'an unknown program'],
    ['de', 'Firefox unter Linux', 'mobile App unter Android', 'unbekanntes Programm'],
    ['es', 'Firefox en Linux', 'la aplicación móvil en Android', 'un programa desconocido'],
    ['fr', 'Firefox sous Linux', 'l’application mobile sous Android', 'un programme inconnu'],
    ['ar', 'Firefox على Linux', 'تطبيق الهاتف على Android', 'برنامج غير معروف'],
    ['ja', 'Firefox（Linux）', 'モバイルアプリ（Android）', '不明なプログラム'],
    ['zh-hans', 'Firefox（Linux）', '移动应用（Android）', '未知程序'],
  ] as const)('is named in the language %s', (language, ...names) => {
    const devices = [FIREFOX, 'ZulipMobile/27.1 (Android 14)', ''].map(deviceOf)
    expect(devices.map((device) => deviceName(language, device))).toEqual(names)
  })

  test('has no English words in other languages', () => {
    const agents = ['ZulipElectron/5 (Windows)', 'ZulipMobile/27 (Android)', 'ZulipTerminal/0.7 (Linux)', '']
    const english = agents.map((agent) => deviceName('en', deviceOf(agent)))
    for (const language of Object.keys(LANGUAGES).filter((code) => code !== 'en') as Language[])
      for (const [index, agent] of agents.entries())
        expect(deviceName(language, deviceOf(agent)), language).not.toBe(english[index])
  })
})

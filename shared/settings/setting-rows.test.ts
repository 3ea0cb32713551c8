import { describe, expect, it } from 'vitest'
import { DEED_ROWS, findSettings, SETTING_ROWS, SETTING_SECTIONS } from './setting-rows.ts'
import { DEFAULT_SETTINGS, settingsChangeSchema } from './settings.ts'
import { SETTING_KEYS, specOf, spelledSetting } from './table.ts'

const keysFound = (query: string): string[] => findSettings(query).rows.map((r) => r.key)

describe('the table of settings', () => {
  it('has one row for every setting, or says why not', () => {
    const elsewhere = SETTING_KEYS.filter((key) => 'elsewhere' in specOf(key))
    expect([...SETTING_ROWS.map((r) => r.key), ...elsewhere].sort()).toEqual(
      Object.keys(DEFAULT_SETTINGS).sort(),
    )
  })
  it('offers only values that the settings take, within their bounds', () => {
    const takes = (key: string, value: unknown): boolean =>
      settingsChangeSchema.safeParse({ [key]: value }).success
    for (const { key, control } of SETTING_ROWS) {
      if (control.kind === 'choice')
        for (const option of Object.keys(control.options))
          expect([
            key,
            option,
            takes(key, typeof DEFAULT_SETTINGS[key] === 'number' ? Number(option) : option),
          ]).toEqual([key, option, true])
      if (control.kind === 'count' || control.kind === 'duration') {
        const [least, most] = control.bounds
        expect([key, takes(key, least), takes(key, most), takes(key, most + 1)]).toEqual([
          key,
          true,
          true,
          false,
        ])
        if (!('zero' in control)) expect([key, takes(key, least - 1)]).toEqual([key, false])
        if (control.kind === 'duration' && control.zero !== undefined)
          expect([key, takes(key, 0)]).toEqual([key, true])
      }
      if (control.kind === 'switch') expect(typeof DEFAULT_SETTINGS[key]).toBe('boolean')
    }
  })
  it('has a label of its own for each row, and help', () => {
    const labels = [...SETTING_ROWS.map((r) => r.label), ...DEED_ROWS.map((d) => d.label)]
    expect(new Set(labels).size).toBe(labels.length)
    expect(SETTING_ROWS.filter((r) => r.help === '')).toEqual([])
    expect(
      SETTING_SECTIONS.filter(
        (s) => !SETTING_ROWS.some((r) => r.section === s) && !DEED_ROWS.some((d) => d.section === s),
      ),
    ).toEqual([])
  })
  it('is found by what people call things', () => {
    expect(keysFound('dark mode')).toEqual(['theme'])
    expect(keysFound('NIGHT')).toEqual(['quietHours', 'quietPausesBeats'])
    expect(keysFound('max-runs')).toEqual(['maxRuns'])
    expect(findSettings('zip').deeds.map((d) => d.id)).toEqual(['export', 'import'])
    expect(findSettings('').rows).toHaveLength(SETTING_ROWS.length)
    expect(findSettings('no such thing').rows).toEqual([])
  })
  it('is spelled as on the command line', () => {
    expect(spelledSetting('defaultIntervalMs')).toBe('default-interval')
  })
})

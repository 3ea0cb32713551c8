import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS, readSettings, settingsChangeSchema } from './settings.ts'

describe('a change of settings', () => {
  it('says nothing about the keys it does not name', () => {
    expect(settingsChangeSchema.parse({})).toEqual({})
    expect(settingsChangeSchema.parse({ theme: 'dark' })).toEqual({ theme: 'dark' })
  })
  it('keeps every bound of the whole', () => {
    for (const [key, bad] of Object.entries({
      maxRuns: 0,
      defaultIntervalMs: 1,
      theme: 'blue',
      caps: [{ scope: 'fleet' }],
      quickLimitMs: 1,
    }))
      expect([key, settingsChangeSchema.safeParse({ [key]: bad }).success]).toEqual([key, false])
    expect(settingsChangeSchema.safeParse({ nonsense: 1 }).success).toBe(false)
  })
})

describe('stored settings', () => {
  it('fall back key by key, each named', () => {
    const { settings, problems } = readSettings({ maxRuns: 99, theme: 'dark', fromTheFuture: 1 })
    expect(settings).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark' })
    expect(problems).toEqual([expect.stringMatching(/^maxRuns:/)])
  })
})

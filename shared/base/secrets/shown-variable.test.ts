import { expect, it } from 'vitest'
import { shownVariable } from './shown-variable.ts'

it('shows no credential, whether the name says that it is one or only the text around it does', () => {
  expect(shownVariable('CODEX_HOME', '/work')).toBe('/work')
  expect(shownVariable('API_KEY', 'plain')).toBe('(not shown)')
  const settings = '{"provider":{"x":{"options":{"baseURL":"http://x","apiKey":"sk-verysecret-0123456789"}}}}'
  expect(shownVariable('OPENCODE_CONFIG_CONTENT', settings)).toMatch(/"baseURL":"http:\/\/x"/)
  expect(shownVariable('OPENCODE_CONFIG_CONTENT', settings)).not.toContain('verysecret')
})

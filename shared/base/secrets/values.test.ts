import { describe, expect, it } from 'vitest'
import { secretValues } from './values.ts'

describe('values of the environment', () => {
  it('are those given to the run, and secret ones of the app', () => {
    const given = {
      A: 'plum-orchard-1',
      TOKEN: 'abcdefgh',
      NODE_ENV: 'production',
      CACHE: '/var/cache/x',
      S: 'a1b2',
      COPILOT_MODEL: 'gpt-5-mini-2026',
      OPENAI_MODEL: 'sk-proj-Abcdefghijklmnopqrstuvwxyz0123456789abcd',
    }
    const own = { API_KEY: 'k3y-of-the-app', EDITOR: 'vim-with-9-plugins', KEYRING: '/run/user/1000/keyring' }
    expect(secretValues(given, own)).toEqual([
      'plum-orchard-1',
      'abcdefgh',
      given.OPENAI_MODEL, // no name of a model
      'k3y-of-the-app',
    ])
  })
})

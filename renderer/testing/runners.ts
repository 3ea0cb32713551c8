import type { FoundRunner } from '../../electron/engine/ports/agents.ts'

const LOOKED = ['the PATH of your login shell', '~/.local/bin']

/** A machine with two of the three agent CLIs, one of them signed in. */
export const RUNNERS: readonly FoundRunner[] = [
  {
    cli: 'claude',
    program: '/home/ada/.local/bin/claude',
    how: 'login shell',
    version: '2.1.44',
    signedIn: 'yes',
    account: 'ada@example.com',
    looked: LOOKED,
  },
  {
    cli: 'codex',
    program: '/usr/local/bin/codex',
    how: 'path',
    version: '0.98.0',
    signedIn: 'no',
    account: null,
    looked: LOOKED,
  },
  {
    cli: 'copilot',
    program: null,
    how: null,
    version: null,
    signedIn: 'unknown',
    account: null,
    looked: LOOKED,
  },
]

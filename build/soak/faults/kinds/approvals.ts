import { appendFileSync, chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Case, Kind } from '../../../../electron/cli/drill/board.ts'
import { listOf, makeRepository } from '../../../../electron/cli/drill/repository.ts'
import { approveAll, beatOver, soundThread, tells } from '../../../../electron/cli/drill/watched.ts'

interface Approved {
  readonly name: string
  readonly command: string
  readonly files: Readonly<Record<string, string>>
  /** Several, each in a repository of its own. Only `canary` shows that they were executed. */
  readonly changes: readonly ((repository: string, canary: string) => void)[]
}

const write =
  (file: string, text: (canary: string) => string) =>
  (repository: string, canary: string): void =>
    writeFileSync(path.join(repository, file), text(canary))
const touching = (canary: string): string => `#!/bin/sh\ntouch '${canary}'\n`

const APPROVED: readonly Approved[] = [
  {
    name: 'an approved script is changed',
    command: './check.sh',
    files: { 'check.sh': '#!/bin/sh\n. ./lib.sh\nexit 0\n', 'lib.sh': '#!/bin/sh\ntrue\n' },
    changes: [
      write('check.sh', touching),
      write('lib.sh', touching),
      (repository, canary) => {
        const script = path.join(repository, 'check.sh')
        writeFileSync(`${script}.other`, touching(canary), { mode: 0o755 })
        rmSync(script)
        symlinkSync(`${script}.other`, script)
      },
    ],
  },
  {
    name: 'a script that an approved shell line reads is changed',
    command: 'sh -c ". ./lib.sh"',
    files: { 'lib.sh': '#!/bin/sh\ntrue\n' },
    changes: [write('lib.sh', touching)],
  },
  {
    name: 'what an approved npm script starts is changed',
    command: 'npm test',
    files: { 'package.json': '{"scripts":{"test":"true"}}' },
    changes: [
      write('package.json', (canary) => JSON.stringify({ scripts: { test: `touch '${canary}'` } })),
      write('package.json', (canary) =>
        JSON.stringify({ scripts: { pretest: `touch '${canary}'`, test: 'true' } }),
      ),
      (repository, canary) => {
        writeFileSync(path.join(repository, 'evil.sh'), touching(canary), { mode: 0o755 })
        writeFileSync(path.join(repository, '.npmrc'), 'script-shell=./evil.sh\n')
      },
    ],
  },
  {
    name: 'an approved makefile is changed',
    command: 'make all',
    files: { Makefile: 'all:\n\ttrue\n' },
    changes: [
      write('Makefile', (canary) => `all:\n\ttouch '${canary}'\n`),
      write('GNUmakefile', (canary) => `all:\n\ttouch '${canary}'\n`),
    ],
  },
  {
    name: 'what an approved makefile includes is changed, or joins it',
    command: 'make all',
    files: { Makefile: 'include mk/*.mk\ninclude common\nall:\n\ttrue\n', 'mk/a.mk': '\n', common: '\n' },
    changes: [
      write('mk/a.mk', (canary) => `$(shell touch '${canary}')\n`),
      write('mk/new.mk', (canary) => `$(shell touch '${canary}')\n`),
      write('common', (canary) => `$(shell touch '${canary}')\n`),
    ],
  },
  {
    name: 'what an approved makefile works elsewhere is changed',
    command: 'make -C sub all',
    files: {
      Makefile: 'all:\n\ttrue\n',
      'sub/Makefile': 'D=parts\ninclude $(D)/v.mk\nall:\n\t@cd tools && sh x.sh\n',
      'sub/parts/v.mk': 'X=1\n',
      'sub/tools/x.sh': 'true\n',
    },
    changes: [
      write('sub/Makefile', (canary) => `all:\n\ttouch '${canary}'\n`),
      write('sub/parts/v.mk', (canary) => `X:=$(shell touch '${canary}')\n`),
      write('sub/tools/x.sh', touching),
    ],
  },
  {
    name: 'what an approved script reads beside itself is changed',
    command: 'bin/run.sh',
    files: {
      'bin/run.sh':
        '#!/bin/bash\nHERE="$(cd "$(dirname "$0")" && pwd)"\n. "$HERE/lib.sh"\n. "$(dirname "$0")/common"\n',
      'bin/lib.sh': 'true\n',
      'bin/common': 'true\n',
    },
    changes: [write('bin/lib.sh', touching), write('bin/common', touching)],
  },
  {
    name: 'what an approved script reads by a pattern is changed, or joins it',
    command: './check.sh',
    files: {
      'check.sh': '#!/bin/bash\nfor f in hooks/*; do . "./$f"; done\n. ./hooks/*\n',
      'hooks/pre': 'true\n',
    },
    changes: [write('hooks/pre', touching), write('hooks/new', touching)],
  },
  {
    name: 'a file that an approved script executes under any name is changed',
    command: './check.sh',
    files: {
      'check.sh':
        '#!/bin/bash\nbash -eu -o pipefail one\ncat two | sh\n. <(cat data/three)\nawk -f four x\nbash ci/{a,b}\n',
      one: 'true\n',
      two: 'true\n',
      'data/three': 'true\n',
      four: 'BEGIN { }\n',
      'ci/a': 'true\n',
    },
    changes: [
      write('one', touching),
      write('two', touching),
      write('data/three', touching),
      write('four', (canary) => `BEGIN { system("touch '${canary}'") }\n`),
      write('ci/a', touching),
    ],
  },
  {
    name: 'a hook or a setting of git joins an approved command of it',
    command: 'git tag -f checked',
    files: { 'notes.md': 'a\n' },
    changes: [
      (repository, canary) =>
        writeFileSync(path.join(repository, '.git/hooks/reference-transaction'), touching(canary), {
          mode: 0o755,
        }),
      (repository, canary) => {
        const hook = path.join(repository, 'own/reference-transaction')
        mkdirSync(path.dirname(hook))
        writeFileSync(hook, touching(canary), { mode: 0o755 })
        appendFileSync(path.join(repository, '.git/config'), '[core]\n\thooksPath = own\n')
      },
    ],
  },
]

async function playApproved(c: Case, { name, command, files, changes }: Approved): Promise<void> {
  const app = await c.lane.app()
  for (const change of c.some(changes)) {
    const folder = path.join(c.folder, String(changes.indexOf(change)))
    const canary = path.join(folder, 'canary')
    const repository = makeRepository(path.join(folder, 'repo'), {
      list: listOf(`- [ ] Run \`${command}\``),
      files,
    })
    const id = await soundThread(c, app, repository, { isApproved: false })
    await approveAll(c, app, id)
    change(repository, canary)
    c.injected()
    const run = await beatOver(c, app, id, name)
    tells(c, run, name)
    const told = run?.tasks.find((task) => task.text.includes(command))?.status
    c.check('silent', told === 'needs_approval', `${name}: the task is said to be ${told}`)
    c.check('letIn', !existsSync(canary), `${name}: it was executed`)
    await app.client.threads.remove({ id })
  }
}

/** Patterns that a naive matcher never gets through. */
const HOSTILE: readonly string[] = [
  `include ${'*a'.repeat(100)}b\n`,
  Array.from({ length: 60 }, (_, n) => `include ${n}*.mk\n`).join(''),
  `include ${'*/'.repeat(2000)}x\n`,
  `${'\n'.repeat(400_000)}include *.mk\n`,
  `${'(({ '.repeat(100_000)}include *.mk\n`,
  `include ${'['.repeat(400_000)}\n`,
  `all:\n\t${'/a '.repeat(150_000)}\n`,
]

const hostilePatterns: Kind = {
  group: 'command',
  name: 'a makefile of patterns without end',
  async play(c) {
    const app = await c.lane.app()
    for (const makefile of c.some(HOSTILE)) {
      const repository = makeRepository(path.join(c.folder, String(HOSTILE.indexOf(makefile))), {
        list: listOf('- [ ] Run `make all`'),
        files: { Makefile: makefile },
      })
      const id = await soundThread(c, app, repository, { isApproved: false })
      c.injected()
      tells(c, await beatOver(c, app, id, makefile.slice(0, 30)), 'a makefile of patterns')
      await app.client.threads.remove({ id })
    }
  },
}

const notExecutable: Kind = {
  group: 'command',
  name: 'an approved script is gone, or not executable any more',
  isShort: true,
  async play(c) {
    const app = await c.lane.app()
    for (const break_ of c.some([(f: string) => chmodSync(f, 0o644), (f: string) => rmSync(f)])) {
      const repository = makeRepository(path.join(c.folder, `repo-${c.random()}`), {
        list: listOf('- [ ] Run `./check.sh`'),
        files: { 'check.sh': '#!/bin/sh\nexit 0\n' },
      })
      const id = await soundThread(c, app, repository, { isApproved: false })
      await approveAll(c, app, id)
      break_(path.join(repository, 'check.sh'))
      c.injected()
      const run = await beatOver(c, app, id, 'the script')
      tells(c, run, 'the script')
      const told = run?.tasks.find((task) => task.text.includes('check.sh'))?.status
      c.check('silent', told !== 'passed', `the task is said to be ${told}`)
      await app.client.threads.remove({ id })
    }
  },
}

export const APPROVAL_KINDS: readonly Kind[] = [
  ...APPROVED.map((approved) => ({
    group: 'command',
    name: approved.name,
    isShort: true,
    play: (c: Case) => playApproved(c, approved),
  })),
  hostilePatterns,
  notExecutable,
]
